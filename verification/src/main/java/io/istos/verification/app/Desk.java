package io.istos.verification.app;

/**
 * Books under a key, once.
 */
public interface Desk {

	/**
	 * Book.
	 * @param key the business key
	 * @return the receipt of the one booking
	 */
	Receipt book(String key);

}
