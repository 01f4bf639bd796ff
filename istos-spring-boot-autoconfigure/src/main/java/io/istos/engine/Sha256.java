package io.istos.engine;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.UUID;

import io.istos.storage.ClaimKey;

/**
 * Digests of text.
 */
final class Sha256 {

	private Sha256() {
	}

	static String base64(String text) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(digest(text));
	}

	// A version 8 UUID (RFC 9562): custom content, the same for the same key everywhere.
	static UUID uuid(ClaimKey key) {
		String text = String.join("\u0000", key.namespace(), key.operation(), key.key());
		ByteBuffer bytes = ByteBuffer.wrap(digest(text));
		long high = (bytes.getLong() & ~0xF000L) | 0x8000L;
		long low = (bytes.getLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
		return new UUID(high, low);
	}

	private static byte[] digest(String text) {
		try {
			return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
