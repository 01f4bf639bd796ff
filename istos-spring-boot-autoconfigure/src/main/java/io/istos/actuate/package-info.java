/**
 * The endpoint {@code istos} of Spring Boot's actuator, where the application has that.
 */
@NullMarked
package io.istos.actuate;

import org.jspecify.annotations.NullMarked;
