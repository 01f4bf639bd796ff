package io.istos.storage;

import java.util.UUID;

/**
 * Proves ownership of a lease: what every guard compares.
 *
 * @param key the scope
 * @param owner the random owner token of this acquisition
 * @param epoch the epoch of this acquisition, or {@link #UNKNOWN_EPOCH}
 */
public record LeaseToken(ScopeKey key, UUID owner, long epoch) {

	/**
	 * The epoch of an acquisition whose answer never arrived. Only a release takes it,
	 * and then goes by the owner token alone.
	 */
	public static final long UNKNOWN_EPOCH = 0;

}
