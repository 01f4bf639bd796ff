/**
 * Two nodes, a thousand requests, one kill: the application put to the test.
 */
@NullMarked
package io.istos.samples.payments.story;

import org.jspecify.annotations.NullMarked;
