package io.istos.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A page of leases.
 *
 * @param leases the leases
 * @param next the token of the next page, URL-safe and to be used with the same filter;
 * {@code null} if there is none
 */
public record LeasePage(List<ListedLease> leases, @Nullable String next) {

	/**
	 * Copy.
	 */
	public LeasePage {
		leases = List.copyOf(leases);
	}

}
