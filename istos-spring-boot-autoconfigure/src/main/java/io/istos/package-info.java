/**
 * What applications use: the annotations, the beans they call, the ports they may
 * implement and the exceptions they see.
 */
@NullMarked
package io.istos;

import org.jspecify.annotations.NullMarked;
