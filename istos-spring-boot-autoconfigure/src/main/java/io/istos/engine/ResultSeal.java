package io.istos.engine;

import java.util.Objects;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.istos.ResultCipher;
import io.istos.UnreadableResultException;
import io.istos.UnstorableResultException;

/**
 * Encrypts what is stored of outcomes, if the application brings a cipher. What was
 * stored without one is read as it is.
 */
final class ResultSeal {

	private final Supplier<? extends @Nullable ResultCipher> cipher;

	ResultSeal(Supplier<? extends @Nullable ResultCipher> cipher) {
		this.cipher = cipher;
	}

	/**
	 * Make what is stored of JSON text.
	 * @throws UnstorableResultException if it can't be encrypted, or not decrypted again
	 */
	String seal(String operation, String json) {
		ResultCipher current = this.cipher.get();
		return (current != null) ? SealedText.of(encrypt(current, operation, json)) : SealedText.plain(json);
	}

	private static String encrypt(ResultCipher cipher, String operation, String json) {
		try {
			String encrypted = cipher.encrypt(operation, json);
			if (json.equals(cipher.decrypt(operation, encrypted))) {
				return encrypted;
			}
		}
		catch (RuntimeException | LinkageError ex) {
			throw new UnstorableResultException("The outcome of operation '" + operation
					+ "' can't be encrypted: its ResultCipher failed. Mend it; a key that is held waits for a decision",
					ex);
		}
		throw new UnstorableResultException("The outcome of operation '" + operation
				+ "' can't be stored: its ResultCipher doesn't decrypt what it encrypted. Mend it; a key that is held waits for a decision",
				null);
	}

	/**
	 * Read what was stored.
	 * @throws UnreadableResultException if it can't be decrypted
	 */
	String open(String operation, String stored) {
		if (!SealedText.isSealed(stored)) {
			return stored;
		}
		ResultCipher current = this.cipher.get();
		if (current == null) {
			throw unreadable(operation, "there is no ResultCipher. Publish the bean that it was stored with", null);
		}
		try {
			return Objects.requireNonNull(current.decrypt(operation, SealedText.read(stored)), "decrypted to null");
		}
		catch (RuntimeException | LinkageError ex) {
			throw unreadable(operation,
					"its ResultCipher can't decrypt it. Let it know the key that it was stored with", ex);
		}
	}

	private static UnreadableResultException unreadable(String operation, String reason, @Nullable Throwable cause) {
		return new UnreadableResultException("The stored outcome of operation '" + operation + "' is encrypted, and "
				+ reason + ". The method did not run again", cause);
	}

}
