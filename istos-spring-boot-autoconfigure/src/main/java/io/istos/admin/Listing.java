package io.istos.admin;

import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimView;
import io.istos.storage.LeaseQuery;
import io.istos.storage.LeaseView;
import io.istos.storage.LeasedScope;
import io.istos.storage.OperatorStore;

/**
 * Lists claims and leases, one more than a page has to see whether there is another.
 */
final class Listing {

	private final OperatorStore store;

	private final Namespaces namespaces;

	private final @Nullable KeyMask mask;

	Listing(OperatorStore store, Namespaces namespaces, @Nullable KeyMask mask) {
		this.store = store;
		this.namespaces = namespaces;
		this.mask = mask;
	}

	ClaimPage claims(ClaimFilter filter) {
		boolean byAge = filter.isForOpen();
		if (!byAge && this.mask != null) {
			throw new IllegalArgumentException("Keys are masked, so only open claims are listed: ask for RUNNING, "
					+ "ABANDONED or HELD ones, or for one claim by its key");
		}
		ClaimView after = (filter.page() != null) ? PageToken.claim(filter.page(), byAge) : null;
		List<ClaimView> found = this.store.findClaims(new ClaimQuery(this.namespaces.base(), filter.operation(),
				filter.statuses(), filter.minimumAge(), null, after, filter.limit() + 1));
		return new ClaimPage(page(found, filter.limit()).stream().map(this::listed).toList(),
				next(found, filter.limit(), (last) -> PageToken.of(last, byAge)));
	}

	LeasePage leases(LeaseFilter filter) {
		List<LeasedScope> found = this.store.findLeases(new LeaseQuery(this.namespaces.base(), filter.statuses(),
				(filter.page() != null) ? PageToken.scope(filter.page()) : null, filter.limit() + 1));
		return new LeasePage(page(found, filter.limit()).stream().map(this::listed).toList(),
				next(found, filter.limit(), (last) -> PageToken.of(last.key())));
	}

	private static <T> List<T> page(List<T> found, int limit) {
		return found.subList(0, Math.min(found.size(), limit));
	}

	private static <T> @Nullable String next(List<T> found, int limit, Function<T, String> token) {
		return (found.size() > limit) ? token.apply(found.get(limit - 1)) : null;
	}

	ListedClaim listed(ClaimView view) {
		ClaimKey key = view.key();
		String shown = (this.mask != null) ? this.mask.mask(key.operation(), key.key()) : key.key();
		String error = (view.lastError() != null) ? view.lastError().replace(key.key(), shown) : null;
		return new ListedClaim(key.operation(), shown, this.namespaces.keyScope(key.namespace()), view.status(),
				view.outcome(), view.epoch(), view.attempts(), view.claimedAt(), view.deadline(), view.expiresAt(),
				error, view.instance(), view.traceId());
	}

	ListedLease listed(LeasedScope scope) {
		LeaseView lease = scope.lease();
		return new ListedLease(scope.key().scope(), this.namespaces.keyScope(scope.key().namespace()), scope.status(),
				lease.epoch(), lease.acquiredAt(), lease.deadline(), lease.instance());
	}

}
