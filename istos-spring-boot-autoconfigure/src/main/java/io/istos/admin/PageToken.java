package io.istos.admin;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimView;
import io.istos.storage.ScopeKey;

/**
 * Where a page ended, as text. Of open claims it tells their age and epoch and no key.
 */
final class PageToken {

	/** Neither namespaces nor operations nor keys hold one. */
	private static final String SEPARATOR = "\0";

	private static final String BY_AGE = "age";

	private static final String BY_KEY = "key";

	private static final String BY_SCOPE = "scope";

	/** Stands for what nobody needs to know to go on by age. */
	private static final ClaimKey ANY = new ClaimKey("", "-", "-");

	private PageToken() {
	}

	static String of(ClaimView last, boolean byAge) {
		ClaimKey key = last.key();
		return byAge ? write(BY_AGE, last.claimedAt().toString(), String.valueOf(last.epoch()))
				: write(BY_KEY, key.namespace(), key.operation(), key.key());
	}

	static String of(ScopeKey last) {
		return write(BY_SCOPE, last.namespace(), last.scope());
	}

	static ClaimView claim(String token, boolean byAge) {
		try {
			String[] parts = byAge ? read(token, BY_AGE, 3) : read(token, BY_KEY, 4);
			return byAge ? last(ANY, Instant.parse(parts[1]), Long.parseLong(parts[2]))
					: last(new ClaimKey(parts[1], parts[2], parts[3]), Instant.EPOCH, 0);
		}
		catch (RuntimeException ex) {
			throw invalid(ex);
		}
	}

	static ScopeKey scope(String token) {
		try {
			String[] parts = read(token, BY_SCOPE, 3);
			return new ScopeKey(parts[1], parts[2]);
		}
		catch (RuntimeException ex) {
			throw invalid(ex);
		}
	}

	private static ClaimView last(ClaimKey key, Instant claimedAt, long epoch) {
		return new ClaimView(key, ClaimStatus.HELD, null, epoch, 0, claimedAt, null, null, null, null, null);
	}

	private static String write(String... parts) {
		byte[] text = String.join(SEPARATOR, parts).getBytes(StandardCharsets.UTF_8);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
	}

	private static String[] read(String token, String kind, int length) {
		String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
		String[] parts = text.split(SEPARATOR, -1);
		if (parts.length != length || !parts[0].equals(kind)) {
			throw new IllegalArgumentException("Another kind of token");
		}
		return parts;
	}

	private static IllegalArgumentException invalid(RuntimeException ex) {
		return new IllegalArgumentException("This is no token of a page with such a filter. Begin with the first page",
				ex);
	}

}
