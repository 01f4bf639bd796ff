package io.istos;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.YearMonth;
import java.util.Base64;

import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * The code in the chapter on results, as documented.
 */
final class ResultExamples {

	private ResultExamples() {
	}

	static final class AesCipher implements ResultCipher {

		private final SecureRandom random = new SecureRandom();

		private final SecretKey key;

		AesCipher(SecretKey key) {
			this.key = key;
		}

		@Override
		public String encrypt(String operation, String json) {
			byte[] nonce = new byte[12];
			this.random.nextBytes(nonce);
			byte[] text = run(Cipher.ENCRYPT_MODE, operation, nonce, json.getBytes(StandardCharsets.UTF_8));
			return Base64.getEncoder().encodeToString(nonce) + "." + Base64.getEncoder().encodeToString(text);
		}

		@Override
		public String decrypt(String operation, String stored) {
			String[] parts = stored.split("\\.");
			byte[] nonce = Base64.getDecoder().decode(parts[0]);
			return new String(run(Cipher.DECRYPT_MODE, operation, nonce, Base64.getDecoder().decode(parts[1])),
					StandardCharsets.UTF_8);
		}

		private byte[] run(int mode, String operation, byte[] nonce, byte[] text) {
			try {
				Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
				cipher.init(mode, this.key, new GCMParameterSpec(128, nonce));
				cipher.updateAAD(operation.getBytes(StandardCharsets.UTF_8));
				return cipher.doFinal(text);
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	static class Statements {

		@Durable(name = "statement.render", key = "#month", storeResult = false)
		InputStream render(YearMonth month) {
			return InputStream.nullInputStream();
		}

	}

}
