package io.istos.storage;

import org.jspecify.annotations.Nullable;

/**
 * Makes the new value of a document of the present one.
 */
@FunctionalInterface
public interface DocumentChange {

	/**
	 * Make the new value.
	 * @param value the present value as JSON text, or {@code null} if there is none
	 * @return the new value as JSON text
	 */
	String apply(@Nullable String value);

}
