/**
 * Nightly jobs of a small clearing house: each runs on one node at a time, whoever dies
 * or stalls.
 */
@NullMarked
package io.istos.samples.settlement;

import org.jspecify.annotations.NullMarked;
