/**
 * Results and fingerprints as JSON, on Jackson.
 */
@NullMarked
package io.istos.jackson;

import org.jspecify.annotations.NullMarked;
