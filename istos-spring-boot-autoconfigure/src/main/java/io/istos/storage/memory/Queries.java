package io.istos.storage.memory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimView;
import io.istos.storage.LeaseQuery;
import io.istos.storage.LeaseStatus;
import io.istos.storage.LeasedScope;
import io.istos.storage.LedgerStatus;
import io.istos.storage.LedgerSummary;
import io.istos.storage.LedgerSummary.OpenClaims;
import io.istos.storage.OperatorStore.OperationName;

/**
 * Answers what people ask. Not thread-safe.
 */
final class Queries {

	private static final int SCHEMA_VERSION = 1;

	private static final Comparator<ClaimView> BY_KEY = Comparator.comparing(ClaimView::key);

	private static final Comparator<ClaimView> BY_AGE = Comparator.comparing(ClaimView::claimedAt)
		.thenComparingLong(ClaimView::epoch);

	private final Ledger ledger;

	private final InstantSource clock;

	Queries(Ledger ledger, InstantSource clock) {
		this.ledger = ledger;
		this.clock = clock;
	}

	LedgerStatus status() {
		Instant now = this.clock.instant();
		Instant oldestAbandoned = this.ledger.rows()
			.values()
			.stream()
			.filter((row) -> row.status(now) == ClaimStatus.ABANDONED)
			.map(Row::claimedAt)
			.min(Comparator.naturalOrder())
			.orElse(null);
		return new LedgerStatus(SCHEMA_VERSION, now, oldestAbandoned);
	}

	LedgerSummary summary(String namespace) {
		Map<String, List<ClaimView>> open = views(namespace).filter((view) -> view.status().isOpen())
			.collect(Collectors.groupingBy((view) -> view.key().operation(), TreeMap::new, Collectors.toList()));
		List<OpenClaims> counted = open.entrySet()
			.stream()
			.map((of) -> new OpenClaims(of.getKey(), count(of.getValue(), ClaimStatus.RUNNING),
					count(of.getValue(), ClaimStatus.ABANDONED), count(of.getValue(), ClaimStatus.HELD)))
			.toList();
		return new LedgerSummary(counted, countLeases(namespace, LeaseStatus.HELD),
				countLeases(namespace, LeaseStatus.LAPSED), this.ledger.rows().size());
	}

	private static long count(List<ClaimView> views, ClaimStatus status) {
		return views.stream().filter((view) -> view.status() == status).count();
	}

	private long countLeases(String namespace, LeaseStatus status) {
		return leases(namespace).filter((lease) -> lease.status() == status).count();
	}

	List<ClaimView> claims(ClaimQuery query) {
		Comparator<ClaimView> order = query.isForOpen() ? BY_AGE : BY_KEY;
		Instant youngest = this.clock.instant().minus(query.minimumAge());
		return views(query.namespace()).filter(asked(query))
			.filter((view) -> !view.claimedAt().isAfter(youngest))
			.filter((view) -> query.after() == null || order.compare(view, query.after()) > 0)
			.sorted(order)
			.limit(query.limit())
			.toList();
	}

	private static Predicate<ClaimView> asked(ClaimQuery query) {
		return (view) -> query.statuses().contains(view.status())
				&& (query.operation() == null || query.operation().equals(view.key().operation()))
				&& (query.epoch() == null || query.epoch() == view.epoch());
	}

	private Stream<ClaimView> views(String namespace) {
		Instant now = this.clock.instant();
		return this.ledger.rows()
			.entrySet()
			.stream()
			.filter((entry) -> isIn(namespace, entry.getKey().namespace()))
			.map((entry) -> entry.getValue().view(entry.getKey(), now));
	}

	private static boolean isIn(String namespace, String actual) {
		return actual.equals(namespace) || actual.startsWith(namespace + "|");
	}

	Optional<ClaimView> claim(ClaimKey key) {
		return Optional.ofNullable(this.ledger.find(key)).map((row) -> row.view(key, this.clock.instant()));
	}

	List<LeasedScope> leases(LeaseQuery query) {
		return leases(query.namespace()).filter((lease) -> query.statuses().contains(lease.status()))
			.filter((lease) -> query.after() == null || lease.key().compareTo(query.after()) > 0)
			.sorted(Comparator.comparing(LeasedScope::key))
			.limit(query.limit())
			.toList();
	}

	private Stream<LeasedScope> leases(String namespace) {
		Instant now = this.clock.instant();
		return this.ledger.leases()
			.entrySet()
			.stream()
			.filter((entry) -> isIn(namespace, entry.getKey().namespace()))
			.map((entry) -> new LeasedScope(entry.getKey(), entry.getValue().view(now)));
	}

	List<OperationName> operations(String namespace) {
		Stream<OperationName> claimed = this.ledger.rows()
			.keySet()
			.stream()
			.map((key) -> new OperationName(key.namespace(), key.operation()));
		return Stream.concat(claimed, this.ledger.logs())
			.filter((name) -> isIn(namespace, name.namespace()))
			.distinct()
			.sorted(Comparator.comparing(OperationName::namespace).thenComparing(OperationName::operation))
			.toList();
	}

}
