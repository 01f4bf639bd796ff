package io.istos.admin;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Who decides, and why.
 *
 * @param fallback who decides where nobody is authenticated, if known
 * @param reason why, if that was said
 * @param user knows who is authenticated
 */
record Author(@Nullable String fallback, @Nullable String reason, CurrentUser user) {

	private static final int LONGEST = 1000;

	private static final String NO_LETTER_BEFORE = "(?<![\\p{L}\\p{N}])";

	private static final String NO_LETTER_AFTER = "(?![\\p{L}\\p{N}])";

	static Author unknown() {
		boolean security = ClassUtils.isPresent("org.springframework.security.core.context.SecurityContextHolder",
				Author.class.getClassLoader());
		return new Author(null, null, security ? new AuthenticatedUser() : () -> null);
	}

	Author named(@Nullable String who) {
		return new Author(shortEnough("name", who), this.reason, this.user);
	}

	Author because(@Nullable String why) {
		return new Author(this.fallback, shortEnough("reason", why), this.user);
	}

	@Nullable String who() {
		String authenticated = this.user.name();
		return (authenticated != null) ? authenticated : this.fallback;
	}

	/**
	 * Refuse a reason with what is to be forgotten, since it would live on in the event
	 * log.
	 */
	void refuseToTell(Pattern secret) {
		if (this.reason != null && secret.matcher(this.reason).find()) {
			throw new IllegalArgumentException(
					"The reason holds what is to be forgotten, and would outlive it: " + "give one without");
		}
	}

	static Pattern word(String key) {
		return Pattern.compile(beginning(key).pattern() + NO_LETTER_AFTER);
	}

	static Pattern beginning(String prefix) {
		return Pattern.compile(NO_LETTER_BEFORE + Pattern.quote(prefix));
	}

	private static @Nullable String shortEnough(String what, @Nullable String text) {
		if (text != null && text.length() > LONGEST) {
			throw new IllegalArgumentException(
					"The " + what + " has " + text.length() + " characters; the limit is " + LONGEST);
		}
		return (text != null && !text.isBlank()) ? text : null;
	}

	/**
	 * Knows who is authenticated.
	 */
	interface CurrentUser {

		/**
		 * The user of the current thread.
		 * @return the name, or {@code null} if nobody is
		 */
		@Nullable String name();

	}

}
