package io.istos.admin;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimStatus;

/**
 * Which claims to list. Start from {@link #open()} and change what differs.
 *
 * @param operation the operation; {@code null} for all
 * @param statuses which statuses; not empty
 * @param minimumAge the least time since the claim; zero for any
 * @param limit the most claims of a page, from 1 to {@value #MOST}
 * @param page the {@linkplain ClaimPage#next() token} of the page; {@code null} for the
 * first
 */
public record ClaimFilter(@Nullable String operation, Set<ClaimStatus> statuses, Duration minimumAge, int limit,
		@Nullable String page) {

	/**
	 * The most claims or leases of a page.
	 */
	public static final int MOST = 500;

	static final int DEFAULT_LIMIT = 50;

	private static final ClaimFilter OPEN = new ClaimFilter(null,
			EnumSet.of(ClaimStatus.RUNNING, ClaimStatus.ABANDONED, ClaimStatus.HELD), Duration.ZERO, DEFAULT_LIMIT,
			null);

	/**
	 * Validate.
	 * @throws IllegalArgumentException if no status is asked for, the age is negative, or
	 * the limit is out of bounds
	 */
	public ClaimFilter {
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
	 * All open claims, the oldest first: those that run, were abandoned, or are held.
	 * @return the filter
	 */
	public static ClaimFilter open() {
		return OPEN;
	}

	/**
	 * Change the operation.
	 * @param operation the operation; {@code null} for all
	 * @return the changed filter
	 */
	public ClaimFilter withOperation(@Nullable String operation) {
		return new ClaimFilter(operation, this.statuses, this.minimumAge, this.limit, this.page);
	}

	/**
	 * Change the statuses. If any of them is not {@linkplain ClaimStatus#isOpen open},
	 * the claims are listed by their keys, else by their age.
	 * @param first a status
	 * @param others more of them
	 * @return the changed filter
	 */
	public ClaimFilter withStatuses(ClaimStatus first, ClaimStatus... others) {
		return new ClaimFilter(this.operation, EnumSet.of(first, others), this.minimumAge, this.limit, this.page);
	}

	/**
	 * Change the minimum age.
	 * @param minimumAge the least time since the claim
	 * @return the changed filter
	 */
	public ClaimFilter withMinimumAge(Duration minimumAge) {
		return new ClaimFilter(this.operation, this.statuses, minimumAge, this.limit, this.page);
	}

	/**
	 * Change the limit.
	 * @param limit the most claims of a page
	 * @return the changed filter
	 */
	public ClaimFilter withLimit(int limit) {
		return new ClaimFilter(this.operation, this.statuses, this.minimumAge, limit, this.page);
	}

	/**
	 * Change the page.
	 * @param page the token of the page; {@code null} for the first
	 * @return the changed filter
	 */
	public ClaimFilter withPage(@Nullable String page) {
		return new ClaimFilter(this.operation, this.statuses, this.minimumAge, this.limit, page);
	}

	boolean isForOpen() {
		return this.statuses.stream().allMatch(ClaimStatus::isOpen);
	}

	static void checkLimit(int limit) {
		if (limit < 1 || limit > MOST) {
			throw new IllegalArgumentException("The limit must lie between 1 and " + MOST + ", but is " + limit);
		}
	}

}
