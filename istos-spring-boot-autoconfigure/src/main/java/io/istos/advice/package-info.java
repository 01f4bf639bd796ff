/**
 * Makes annotated bean methods durable: reads the annotations, advises the beans, and
 * proves at start-up that each is advised in order.
 */
@NullMarked
package io.istos.advice;

import org.jspecify.annotations.NullMarked;
