package io.istos.autoconfigure;

import io.istos.ResultCipher;

/**
 * Not much of a cipher.
 */
final class Reversing implements ResultCipher {

	@Override
	public String encrypt(String operation, String json) {
		return new StringBuilder(json).reverse().toString();
	}

	@Override
	public String decrypt(String operation, String stored) {
		return new StringBuilder(stored).reverse().toString();
	}

}
