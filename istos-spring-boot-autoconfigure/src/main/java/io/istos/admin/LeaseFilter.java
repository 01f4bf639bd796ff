package io.istos.admin;

import java.util.EnumSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.istos.storage.LeaseStatus;

/**
 * Which leases to list. Start from {@link #owned()} and change what differs.
 *
 * @param statuses which statuses; not empty
 * @param limit the most leases of a page, from 1 to {@value ClaimFilter#MOST}
 * @param page the {@linkplain LeasePage#next() token} of the page; {@code null} for the
 * first
 */
public record LeaseFilter(Set<LeaseStatus> statuses, int limit, @Nullable String page) {

	private static final LeaseFilter OWNED = new LeaseFilter(EnumSet.of(LeaseStatus.HELD, LeaseStatus.LAPSED),
			ClaimFilter.DEFAULT_LIMIT, null);

	/**
	 * Validate.
	 * @throws IllegalArgumentException if no status is asked for, or the limit is out of
	 * bounds
	 */
	public LeaseFilter {
		statuses = Set.copyOf(statuses);
		if (statuses.isEmpty()) {
			throw new IllegalArgumentException("No status is asked for");
		}
		ClaimFilter.checkLimit(limit);
	}

	/**
	 * All leases that were not given up, lapsed ones included.
	 * @return the filter
	 */
	public static LeaseFilter owned() {
		return OWNED;
	}

	/**
	 * Change the statuses.
	 * @param first a status
	 * @param others more of them
	 * @return the changed filter
	 */
	public LeaseFilter withStatuses(LeaseStatus first, LeaseStatus... others) {
		return new LeaseFilter(EnumSet.of(first, others), this.limit, this.page);
	}

	/**
	 * Change the limit.
	 * @param limit the most leases of a page
	 * @return the changed filter
	 */
	public LeaseFilter withLimit(int limit) {
		return new LeaseFilter(this.statuses, limit, this.page);
	}

	/**
	 * Change the page.
	 * @param page the token of the page; {@code null} for the first
	 * @return the changed filter
	 */
	public LeaseFilter withPage(@Nullable String page) {
		return new LeaseFilter(this.statuses, this.limit, page);
	}

}
