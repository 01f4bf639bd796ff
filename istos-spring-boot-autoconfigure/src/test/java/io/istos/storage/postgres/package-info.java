/**
 * Tests of the adapter for PostgreSQL.
 */
@NullMarked
package io.istos.storage.postgres;

import org.jspecify.annotations.NullMarked;
