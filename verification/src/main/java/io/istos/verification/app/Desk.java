package io.istos.verification.app;

/**
 * Books under a key: once, or as the only one at a time.
 */
public interface Desk {

	/**
	 * Book.
	 * @param key the business key, or scope
	 * @return the receipt of the booking
	 */
	Receipt book(String key);

}
