/**
 * Programs and tests that try to break the promise: races, crashes, stalls, outages, and
 * what they cost.
 */
@NullMarked
package io.istos.verification;

import org.jspecify.annotations.NullMarked;
