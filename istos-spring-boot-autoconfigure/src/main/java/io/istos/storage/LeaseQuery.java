package io.istos.storage;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Asks for a page of leases, in the order of their scopes.
 *
 * @param namespace the namespace; the key scopes below it, {@code namespace|…}, are asked
 * for too
 * @param statuses which statuses to return; not empty
 * @param after the last scope of the page before; {@code null} for the first page
 * @param limit the most leases to return, from 1 to {@value ClaimQuery#MOST}
 */
public record LeaseQuery(String namespace, Set<LeaseStatus> statuses, @Nullable ScopeKey after, int limit) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if no status is asked for, or the limit is out of
	 * bounds
	 */
	public LeaseQuery {
		statuses = Set.copyOf(statuses);
		if (statuses.isEmpty()) {
			throw new IllegalArgumentException("No status is asked for");
		}
		ClaimQuery.checkLimit(limit);
	}

}
