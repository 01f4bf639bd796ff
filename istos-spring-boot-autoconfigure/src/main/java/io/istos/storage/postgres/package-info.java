/**
 * The storage adapter for PostgreSQL 14 and later.
 */
@NullMarked
package io.istos.storage.postgres;

import org.jspecify.annotations.NullMarked;
