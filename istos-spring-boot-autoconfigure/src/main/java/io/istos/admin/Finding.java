package io.istos.admin;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimView;
import io.istos.storage.LeasedScope;
import io.istos.storage.ScopeKey;
import io.istos.storage.StoragePlugin;

/**
 * Finds the one claim or lease that is meant.
 *
 * @param store the store
 * @param namespaces the namespaces
 */
record Finding(StoragePlugin store, Namespaces namespaces) {

	private static final Set<ClaimStatus> OPEN = EnumSet.of(ClaimStatus.RUNNING, ClaimStatus.ABANDONED,
			ClaimStatus.HELD);

	Optional<ClaimView> claim(ClaimTarget target) {
		if (target.operation() != null) {
			return this.store.findClaim(new ClaimKey(this.namespaces.of(target.keyScope()), target.operation(),
					Objects.requireNonNull(target.key())));
		}
		ClaimQuery byEpoch = new ClaimQuery(this.namespaces.base(), null, OPEN, Duration.ZERO, target.epoch(), null, 1);
		return this.store.findClaims(byEpoch).stream().findFirst();
	}

	Optional<LeasedScope> lease(LeaseTarget target) {
		ScopeKey key = new ScopeKey(this.namespaces.of(target.keyScope()), target.scope());
		return this.store.findLease(key).map((lease) -> new LeasedScope(key, lease));
	}

}
