package io.istos.storage;

import java.time.Duration;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Asks for a page of claims. If every status asked for is {@linkplain ClaimStatus#isOpen
 * open}, the page is in the order of {@code (claimedAt, epoch)}, the oldest first; else
 * in the order of the keys.
 *
 * @param namespace the namespace; the key scopes below it, {@code namespace|…}, are asked
 * for too
 * @param operation the operation; {@code null} for all
 * @param statuses which statuses to return; not empty
 * @param minimumAge the least time since the claim; zero for any
 * @param epoch the epoch of the one claim to return; {@code null} for any
 * @param after the last claim of the page before; {@code null} for the first page
 * @param limit the most claims to return, from 1 to {@value #MOST}
 */
public record ClaimQuery(String namespace, @Nullable String operation, Set<ClaimStatus> statuses, Duration minimumAge,
		@Nullable Long epoch, @Nullable ClaimView after, int limit) {

	/**
	 * The most claims of a page.
	 */
	public static final int MOST = 1000;

	/**
	 * Validate.
	 * @throws IllegalArgumentException if no status is asked for, or the limit is out of
	 * bounds
	 */
	public ClaimQuery {
		statuses = Set.copyOf(statuses);
		if (statuses.isEmpty()) {
			throw new IllegalArgumentException("No status is asked for");
		}
		if (minimumAge.isNegative()) {
			throw new IllegalArgumentException("The minimum age is negative: " + minimumAge);
		}
		checkLimit(limit);
	}

	/**
	 * Whether only claims are asked for that are neither free nor done.
	 * @return whether it is so
	 */
	public boolean isForOpen() {
		return this.statuses.stream().allMatch(ClaimStatus::isOpen);
	}

	static void checkLimit(int limit) {
		if (limit < 1 || limit > MOST) {
			throw new IllegalArgumentException("The limit must lie between 1 and " + MOST + ", but is " + limit);
		}
	}

}
