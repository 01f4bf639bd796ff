/**
 * What a test of Istos or of an adapter runs against: a real PostgreSQL.
 */
@NullMarked
package io.istos.testing;

import org.jspecify.annotations.NullMarked;
