/**
 * What {@code docs/recipes.md} quotes, and proof that it works.
 */
@NullMarked
package io.istos.recipes;

import org.jspecify.annotations.NullMarked;
