/**
 * Leases whose holders are stopped, resumed and killed.
 */
@NullMarked
package io.istos.verification.lease;

import org.jspecify.annotations.NullMarked;
