/**
 * Spring Boot's side: properties, the trunk of the auto-configuration, and remedies for
 * what fails at start-up.
 */
@NullMarked
package io.istos.autoconfigure;

import org.jspecify.annotations.NullMarked;
