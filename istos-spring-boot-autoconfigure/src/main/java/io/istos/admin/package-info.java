/**
 * What people ask of a running application's ledger, and decide about it.
 */
@NullMarked
package io.istos.admin;

import org.jspecify.annotations.NullMarked;
