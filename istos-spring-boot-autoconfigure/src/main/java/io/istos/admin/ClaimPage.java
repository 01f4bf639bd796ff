package io.istos.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A page of claims.
 *
 * @param claims the claims
 * @param next the token of the next page, URL-safe and to be used with the same filter;
 * {@code null} if there is none
 */
public record ClaimPage(List<ListedClaim> claims, @Nullable String next) {

	/**
	 * Copy.
	 */
	public ClaimPage {
		claims = List.copyOf(claims);
	}

}
