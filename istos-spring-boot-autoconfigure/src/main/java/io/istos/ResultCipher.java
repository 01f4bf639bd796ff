package io.istos;

/**
 * Optional bean that encrypts results and recorded failures before they are stored, in
 * the ledger and in the event log. What was stored without it stays readable. It covers
 * neither fingerprints, which are digests, nor the text of errors that released or held a
 * call, nor documents, values and the states of leases.
 * <p>
 * Both methods are called on the threads of durable calls, within their transactions, so
 * they must be fast and thread-safe. What {@link #encrypt} returns is decrypted once
 * before it is stored.
 */
public interface ResultCipher {

	/**
	 * Encrypt.
	 * @param operation the operation; good for choosing a key, or as associated data
	 * @param json the result as JSON text
	 * @return any text from which {@link #decrypt} makes the same JSON text again. An
	 * exception means that the result can't be stored
	 */
	String encrypt(String operation, String json);

	/**
	 * Decrypt.
	 * @param operation the operation
	 * @param stored what {@link #encrypt} returned, perhaps long ago and under a former
	 * key
	 * @return the JSON text. An exception means that the result can't be read; the method
	 * doesn't run again then
	 */
	String decrypt(String operation, String stored);

}
