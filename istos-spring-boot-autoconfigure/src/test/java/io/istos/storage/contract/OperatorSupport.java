package io.istos.storage.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimDecision;
import io.istos.storage.ClaimDecision.Verdict;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimToken;
import io.istos.storage.ClaimView;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.LogEntry;
import io.istos.storage.OperatorStore;
import io.istos.storage.OperatorStore.OperationName;
import io.istos.storage.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The words the contracts of operators are written in.
 */
abstract class OperatorSupport extends LeaseSupport {

	static final ClaimKey KEY = key("42");

	static final OperationName ORDERS = new OperationName("shop", "order.book");

	static final String AUDIT = "{\"who\":\"ada\"}";

	static final Set<ClaimStatus> ALL = Set.of(ClaimStatus.values());

	static final Set<ClaimStatus> OPEN = Set.of(ClaimStatus.RUNNING, ClaimStatus.ABANDONED, ClaimStatus.HELD);

	OperatorSupport(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	static ClaimDecision decision(ClaimKey key, Verdict verdict) {
		return decision(key, verdict, null);
	}

	static ClaimDecision decision(ClaimKey key, Verdict verdict, @Nullable Long epoch) {
		Outcome outcome = (verdict == Verdict.COMPLETE) ? SECOND : null;
		return new ClaimDecision(key, epoch, verdict, outcome, RETENTION, AUDIT);
	}

	DecisionAnswer decide(ClaimToken token, Verdict verdict) {
		return decide(token.key(), verdict);
	}

	DecisionAnswer decide(ClaimKey key, Verdict verdict) {
		return this.plugin.decide(decision(key, verdict));
	}

	static ClaimQuery query(Set<ClaimStatus> statuses) {
		return new ClaimQuery("shop", null, statuses, Duration.ZERO, null, null, 100);
	}

	static ClaimQuery in(String namespace, ClaimQuery query) {
		return new ClaimQuery(namespace, query.operation(), query.statuses(), query.minimumAge(), query.epoch(),
				query.after(), query.limit());
	}

	static ClaimQuery of(String operation, ClaimQuery query) {
		return new ClaimQuery(query.namespace(), operation, query.statuses(), query.minimumAge(), query.epoch(),
				query.after(), query.limit());
	}

	static ClaimQuery after(@Nullable ClaimView last, int limit, ClaimQuery query) {
		return new ClaimQuery(query.namespace(), query.operation(), query.statuses(), query.minimumAge(), query.epoch(),
				last, limit);
	}

	List<ClaimKey> keys(ClaimQuery query) {
		return this.other.findClaims(query).stream().map(ClaimView::key).toList();
	}

	ClaimView claimOf(ClaimKey key) {
		return this.other.findClaim(key).orElseThrow();
	}

	/**
	 * Read page by page to the end.
	 */
	List<ClaimView> pages(ClaimQuery query, int limit, Runnable between) {
		List<ClaimView> all = new ArrayList<>();
		List<ClaimView> page;
		do {
			page = this.plugin.findClaims(after(all.isEmpty() ? null : all.get(all.size() - 1), limit, query));
			assertThat(page).hasSizeLessThanOrEqualTo(limit);
			all.addAll(page);
			between.run();
		}
		while (page.size() == limit);
		return all;
	}

	List<LogEntry> audit() {
		return this.other.getLog("shop", OperatorStore.AUDIT_LOG, 100);
	}

	List<LogEntry> log() {
		return this.other.getLog("shop", "order.book", 100);
	}

	/**
	 * Assert that one decision about a key was entered, and only that.
	 */
	void assertEntered(@Nullable String key) {
		assertThat(audit()).singleElement().satisfies((entry) -> {
			assertThat(entry.value()).isEqualTo(AUDIT);
			assertThat(entry.idempotencyKey()).isEqualTo(key);
		});
	}

}
