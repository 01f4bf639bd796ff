/**
 * The application that is put to the test.
 */
@NullMarked
package io.istos.verification.app;

import org.jspecify.annotations.NullMarked;
