package io.istos.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import io.istos.StorageUnavailableException;
import io.istos.storage.ClaimDecision;
import io.istos.storage.ClaimDecision.Verdict;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimStatus;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.OperatorStore;
import io.istos.storage.OperatorStore.OperationName;
import io.istos.storage.ScopeKey;

/**
 * Carries out what people decide. Not thread-safe.
 */
final class Deciding {

	private final Ledger ledger;

	private final Appending appending;

	private final InstantSource clock;

	private final AtomicLong epochs;

	Deciding(Ledger ledger, Appending appending, InstantSource clock, AtomicLong epochs) {
		this.ledger = ledger;
		this.appending = appending;
		this.clock = clock;
		this.epochs = epochs;
	}

	DecisionAnswer decide(ClaimDecision decision) {
		Row row = this.ledger.find(decision.key());
		if (row == null) {
			return DecisionAnswer.NOT_FOUND;
		}
		if (decision.epoch() != null && decision.epoch() != row.epoch()) {
			return DecisionAnswer.CHANGED;
		}
		if (!isFor(decision.verdict(), row.status(this.clock.instant()))) {
			return DecisionAnswer.NOT_FOR_THIS;
		}
		if (this.ledger.isLocked(decision.key())) {
			return DecisionAnswer.LOCKED;
		}
		carryOut(decision, row);
		return DecisionAnswer.DONE;
	}

	private static boolean isFor(Verdict verdict, ClaimStatus status) {
		return switch (verdict) {
			case RELEASE -> status == ClaimStatus.ABANDONED || status == ClaimStatus.HELD;
			case COMPLETE -> status != ClaimStatus.RUNNING && status != ClaimStatus.DONE;
			case FORGET -> status != ClaimStatus.RUNNING;
		};
	}

	private void carryOut(ClaimDecision decision, Row row) {
		ClaimKey key = decision.key();
		if (decision.verdict() == Verdict.FORGET) {
			this.ledger.remove(key);
			this.ledger.entries().forget(key.namespace(), key.operation(), key.key());
			this.ledger.entries().forget(key.namespace(), OperatorStore.AUDIT_LOG, key.key());
			enter(key.namespace(), decision.audit(), null);
			return;
		}
		Instant expiresAt = this.clock.instant().plus(decision.retention());
		this.ledger.write(key, (decision.outcome() != null)
				? row.decided(decision.outcome(), this.epochs.incrementAndGet(), expiresAt) : row.freed(expiresAt));
		enter(key.namespace(), decision.audit(), key.key());
	}

	private void enter(String namespace, String audit, @Nullable String key) {
		this.appending.append(this.ledger, namespace, OperatorStore.AUDIT_LOG, audit, key);
	}

	int forget(OperationName operation, String prefix, int batchSize, String audit) {
		List<ClaimKey> forgotten = this.ledger.rows()
			.entrySet()
			.stream()
			.filter((entry) -> isFor(Verdict.FORGET, entry.getValue().status(this.clock.instant())))
			.map((entry) -> entry.getKey())
			.filter((key) -> key.namespace().equals(operation.namespace())
					&& key.operation().equals(operation.operation()) && key.key().startsWith(prefix))
			.filter((key) -> !this.ledger.isLocked(key))
			.sorted()
			.limit(batchSize)
			.toList();
		forgotten.forEach(this.ledger::remove);
		if (!forgotten.isEmpty()) {
			enter(operation.namespace(), audit, null);
		}
		return forgotten.size();
	}

	int enter(OperationName operation, List<String> keys, Duration retention, String audit) {
		List<ClaimKey> absent = absent(operation, keys);
		ClaimRequest.checkDuration("retention", retention);
		if (absent.stream().anyMatch(this.ledger::isLocked)) {
			throw new StorageUnavailableException("An open transaction claims a key of operation '"
					+ operation.operation() + "': nothing was entered, try again after it", null,
					Claiming.SHORTEST_HINT);
		}
		Instant now = this.clock.instant();
		absent.forEach(
				(key) -> this.ledger.write(key, Row.imported(this.epochs.incrementAndGet(), now, now.plus(retention))));
		if (!absent.isEmpty()) {
			enter(operation.namespace(), audit, null);
		}
		return absent.size();
	}

	private List<ClaimKey> absent(OperationName operation, List<String> keys) {
		if (keys.size() > ClaimQuery.MOST) {
			throw new IllegalArgumentException("At most " + ClaimQuery.MOST + " keys at once");
		}
		return keys.stream()
			.map((key) -> new ClaimKey(operation.namespace(), operation.operation(), key))
			.distinct()
			.filter((key) -> this.ledger.find(key) == null)
			.sorted()
			.toList();
	}

	DecisionAnswer endLease(ScopeKey key, @Nullable Long epoch, String audit) {
		LeaseRow row = this.ledger.leases().get(key);
		if (row == null) {
			return DecisionAnswer.NOT_FOUND;
		}
		if (epoch != null && epoch != row.epoch()) {
			return DecisionAnswer.CHANGED;
		}
		if (row.owner() == null) {
			return DecisionAnswer.NOT_FOR_THIS;
		}
		if (this.ledger.locks().isLocked(key)) {
			return DecisionAnswer.LOCKED;
		}
		this.ledger.leases().put(key, row.ended(this.clock.instant()));
		enter(key.namespace(), audit, null);
		return DecisionAnswer.DONE;
	}

}
