/**
 * Knows which Spring transaction is open on the ledger, and tells its participants how it
 * ends.
 */
@NullMarked
package io.istos.transaction;

import org.jspecify.annotations.NullMarked;
