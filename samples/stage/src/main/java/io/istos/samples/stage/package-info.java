/**
 * What the samples play on: a PostgreSQL for a machine that has none, nodes in processes
 * of their own, and a report in the end.
 */
@NullMarked
package io.istos.samples.stage;

import org.jspecify.annotations.NullMarked;
