package io.istos.storage;

import java.util.UUID;

/**
 * Proves ownership of a claim: what every guard compares.
 *
 * @param key the claim
 * @param owner the random owner token of this claim
 * @param epoch the epoch of this claim, or {@link #UNKNOWN_EPOCH}
 */
public record ClaimToken(ClaimKey key, UUID owner, long epoch) {

	/**
	 * The epoch of a claim whose answer never arrived. Only a release takes it, and then
	 * goes by the owner token alone.
	 */
	public static final long UNKNOWN_EPOCH = 0;

}
