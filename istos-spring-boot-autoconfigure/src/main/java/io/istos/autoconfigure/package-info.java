/**
 * The auto-configuration of the trunk.
 */
@NullMarked
package io.istos.autoconfigure;

import org.jspecify.annotations.NullMarked;
