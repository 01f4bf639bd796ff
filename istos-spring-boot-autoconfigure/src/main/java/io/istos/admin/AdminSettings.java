package io.istos.admin;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The settings of {@link DurableAdmin}.
 *
 * @param namespace the application's namespace, without key scopes
 * @param retention how long what is decided is remembered where its operation is not
 * defined
 * @param mask masks keys; {@code null} to show them
 */
public record AdminSettings(String namespace, Duration retention, @Nullable KeyMask mask) {

	/**
	 * The settings that keys are masked by default with: the first two and last two
	 * characters are shown, and nothing of keys with fewer than ten.
	 * @param namespace the application's namespace, without key scopes
	 * @param retention how long what is decided is remembered where its operation is not
	 * defined
	 * @return the settings
	 */
	public static AdminSettings masked(String namespace, Duration retention) {
		return new AdminSettings(namespace, retention, new ShortMask());
	}

}
