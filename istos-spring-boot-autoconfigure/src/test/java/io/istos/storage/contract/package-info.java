/**
 * The definition of a correct store: abstract test classes that every adapter extends.
 */
@NullMarked
package io.istos.storage.contract;

import org.jspecify.annotations.NullMarked;
