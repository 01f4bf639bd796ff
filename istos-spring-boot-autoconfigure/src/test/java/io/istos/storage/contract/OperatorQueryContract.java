package io.istos.storage.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.storage.ClaimDecision.Verdict;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimToken;
import io.istos.storage.ClaimView;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.LedgerStatus;
import io.istos.storage.LedgerSummary;
import io.istos.storage.LedgerSummary.OpenClaims;
import io.istos.storage.OperatorStore.OperationName;
import io.istos.storage.Outcome;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What people are told of claims.
 */
abstract class OperatorQueryContract extends OperatorSupport {

	OperatorQueryContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void anEmptyStore() {
		LedgerStatus status = this.plugin.status();
		assertThat(status.schemaVersion()).isPositive();
		assertThat(status.oldestAbandoned()).isNull();
		LedgerSummary summary = this.plugin.summary("shop");
		assertThat(summary.open()).isEmpty();
		assertThat(summary.heldLeases() + summary.lapsedLeases()).isZero();
		assertThat(this.plugin.findClaims(query(ALL))).isEmpty();
		assertThat(this.plugin.findClaims(query(OPEN))).isEmpty();
		assertThat(this.plugin.findClaim(KEY)).isEmpty();
		assertThat(this.plugin.operations("shop")).isEmpty();
	}

	@Test
	void theOldestAbandonedClaimOfAllNamespaces() {
		held(key("held"));
		done(key("done"), FIRST);
		claimed(with(request(key("live")), LONGER));
		assertThat(this.plugin.status().oldestAbandoned()).isNull();
		ClaimKey oldest = new ClaimKey("zoo", "visit", "1");
		lapsed(oldest);
		lapsed(KEY);
		LedgerStatus status = this.plugin.status();
		assertThat(status.oldestAbandoned()).isEqualTo(claimOf(oldest).claimedAt()).isBeforeOrEqualTo(status.now());
	}

	@Test
	void openClaimsAreCountedByOperation() {
		lapsed(KEY);
		lapsed(new ClaimKey("shop|acme", "order.book", "42"));
		held(new ClaimKey("shop|acme", "cancel", "1"));
		held(new ClaimKey("zoo", "visit", "1"));
		claimed(with(request(key("live")), LONGER));
		done(key("done"), FIRST);
		freed(key("freed"));
		assertThat(this.plugin.summary("shop").open()).containsExactly(new OpenClaims("cancel", 0, 0, 1),
				new OpenClaims("order.book", 1, 2, 0));
		assertThat(this.plugin.summary("shop|acme").open()).containsExactly(new OpenClaims("cancel", 0, 0, 1),
				new OpenClaims("order.book", 0, 1, 0));
	}

	@Test
	void leasesAreCounted() {
		lapsed(scope("lapsed"));
		lapsed(new ScopeKey("shop|acme", "lapsed"));
		freed(scope("freed"));
		acquired(request(scope("live"), HOURS));
		acquired(request(new ScopeKey("zoo", "live"), HOURS));
		LedgerSummary summary = this.plugin.summary("shop");
		assertThat(summary.heldLeases()).isOne();
		assertThat(summary.lapsedLeases()).isEqualTo(2);
	}

	@Test
	void aRunningClaim() {
		ClaimToken token = claimed(KEY);
		ClaimView view = claimOf(KEY);
		assertThat(view.key()).isEqualTo(KEY);
		assertThat(view.status()).isEqualTo(ClaimStatus.RUNNING);
		assertThat(view.epoch()).isEqualTo(token.epoch());
		assertThat(view.attempts()).isOne();
		assertThat(view.deadline()).isAfter(view.claimedAt());
		assertThat(view.outcome()).isNull();
		assertThat(view.expiresAt()).isNull();
		assertThat(view.lastError()).isNull();
		assertThat(view.instance()).isEqualTo("node-1");
		assertThat(view.traceId()).isEqualTo("trace-1");
	}

	@Test
	void anAbandonedClaim() {
		freed(KEY);
		lapsed(KEY);
		ClaimView view = claimOf(KEY);
		assertThat(view.status()).isEqualTo(ClaimStatus.ABANDONED);
		assertThat(view.attempts()).isEqualTo(2);
		assertThat(view.deadline()).isNotNull();
		assertThat(view.lastError()).isEqualTo("boom");
	}

	@Test
	void aHeldClaim() {
		held(KEY);
		ClaimView view = claimOf(KEY);
		assertThat(view.status()).isEqualTo(ClaimStatus.HELD);
		assertThat(view.deadline()).isNull();
		assertThat(view.expiresAt()).isNull();
		assertThat(view.lastError()).isEqualTo("unclear");
		assertThat(view.traceId()).isEqualTo("trace-1");
	}

	@Test
	void aFreeKey() {
		freed(KEY);
		ClaimView view = claimOf(KEY);
		assertThat(view.status()).isEqualTo(ClaimStatus.FREE);
		assertThat(view.deadline()).isNull();
		assertThat(view.expiresAt()).isAfter(view.claimedAt());
	}

	@ParameterizedTest
	@EnumSource
	void aDoneKey(Outcome.Kind kind) {
		done(KEY, new Outcome(kind, "null"));
		ClaimView view = claimOf(KEY);
		assertThat(view.status()).isEqualTo(ClaimStatus.DONE);
		assertThat(view.outcome()).isEqualTo(kind);
		assertThat(view.deadline()).isNull();
		assertThat(view.expiresAt()).isAfter(view.claimedAt());
	}

	@Test
	void whatATransactionDidIsToldAfterItsCommit() {
		try (TestTransaction transaction = this.fixture.begin()) {
			claimedIn(transaction, KEY);
			assertThat(this.plugin.findClaim(KEY)).isEmpty();
			assertThat(this.plugin.findClaims(query(OPEN))).isEmpty();
			transaction.commit();
		}
		assertThat(claimOf(KEY).status()).isEqualTo(ClaimStatus.RUNNING);
	}

	@ParameterizedTest
	@EnumSource
	void byStatus(ClaimStatus status) {
		lapsed(key("ABANDONED"));
		claimed(with(request(key("RUNNING")), LONGER));
		held(key("HELD"));
		freed(key("FREE"));
		done(key("DONE"), FIRST);
		assertThat(keys(query(EnumSet.of(status)))).containsExactly(key(status.name()));
		assertThat(keys(query(EnumSet.complementOf(EnumSet.of(status))))).hasSize(4).doesNotContain(key(status.name()));
	}

	@Test
	void openClaimsComeByAgeAndAllByKey() {
		held(key("b"));
		held(key("c"));
		held(key("a"));
		assertThat(keys(query(OPEN))).containsExactly(key("b"), key("c"), key("a"));
		assertThat(keys(query(ALL))).containsExactly(key("a"), key("b"), key("c"));
		assertThat(keys(after(null, 2, query(OPEN)))).containsExactly(key("b"), key("c"));
		assertThat(keys(after(null, 2, query(ALL)))).containsExactly(key("a"), key("b"));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aNamespaceAndTheKeyScopesBelowIt(boolean open) {
		List<String> namespaces = List.of("shop", "shop|acme", "shop|zoe", "", "sho", "shop!", "shop-eu", "shop}",
				"shop|acme|x", "zoo");
		namespaces.forEach((namespace) -> held(new ClaimKey(namespace, "cancel", "1")));
		namespaces.forEach((namespace) -> held(new ClaimKey(namespace, "order.book", "2")));
		ClaimQuery query = query(open ? OPEN : ALL);
		assertThat(keys(query)).extracting(ClaimKey::namespace)
			.containsOnly("shop", "shop|acme", "shop|zoe", "shop|acme|x")
			.hasSize(8);
		assertThat(keys(of("order.book", query))).extracting(ClaimKey::namespace)
			.containsExactlyInAnyOrder("shop", "shop|acme", "shop|acme|x", "shop|zoe");
		assertThat(keys(in("shop|acme", query))).hasSize(4);
		assertThat(keys(in("", query))).hasSize(2);
		assertThat(keys(in("sh", query))).isEmpty();
		assertThat(this.plugin.operations("shop")).containsExactly(new OperationName("shop", "cancel"), ORDERS,
				new OperationName("shop|acme", "cancel"), new OperationName("shop|acme", "order.book"),
				new OperationName("shop|acme|x", "cancel"), new OperationName("shop|acme|x", "order.book"),
				new OperationName("shop|zoe", "cancel"), new OperationName("shop|zoe", "order.book"));
		assertThat(this.plugin.operations("sh")).isEmpty();
		assertThat(this.plugin.operations("")).hasSize(2);
	}

	@Test
	void operationsThatAreOnlyLoggedCountToo() {
		held(new ClaimKey("shop", "order.book", "1"));
		for (String namespace : List.of("shop", "shop|acme", "shop-eu")) {
			this.plugin.log(namespace, "purged", "1", "k");
			this.plugin.log(namespace, "order.book", "1", "k");
		}
		assertThat(this.plugin.operations("shop")).containsExactly(ORDERS, new OperationName("shop", "purged"),
				new OperationName("shop|acme", "order.book"), new OperationName("shop|acme", "purged"));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void anOperationBetweenOthers(boolean open) {
		for (String operation : List.of("a", "b", "b.c", "c")) {
			for (String namespace : List.of("shop", "shop|acme")) {
				held(new ClaimKey(namespace, operation, "1"));
			}
		}
		ClaimQuery query = query(open ? OPEN : ALL);
		assertThat(keys(of("b", query))).containsExactly(new ClaimKey("shop", "b", "1"),
				new ClaimKey("shop|acme", "b", "1"));
		assertThat(keys(of("bb", query))).isEmpty();
	}

	@Test
	void aClaimOfOneEpoch() {
		held(key("a"));
		ClaimToken wanted = held(key("b"));
		ClaimQuery any = query(OPEN);
		ClaimQuery query = new ClaimQuery("shop", null, OPEN, Duration.ZERO, wanted.epoch(), null, 10);
		assertThat(keys(any)).hasSize(2);
		assertThat(keys(query)).containsExactly(wanted.key());
		assertThat(keys(new ClaimQuery("shop", null, ALL, Duration.ZERO, wanted.epoch(), null, 10)))
			.containsExactly(wanted.key());
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void youngClaimsAreLeftOut(boolean open) {
		held(KEY);
		Set<ClaimStatus> statuses = open ? OPEN : ALL;
		assertThat(keys(new ClaimQuery("shop", null, statuses, Duration.ofHours(1), null, null, 10))).isEmpty();
		assertThat(keys(new ClaimQuery("shop", null, statuses, Duration.ZERO, null, null, 10))).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void pagesHaveNeitherGapsNorDoublesWhileRowsAreAdded(boolean open) {
		List<ClaimKey> keys = new ArrayList<>();
		for (String namespace : List.of("shop", "shop|acme", "shop|zoe")) {
			for (String operation : List.of("cancel", "order.book")) {
				for (int i = 0; i < 4; i++) {
					keys.add(new ClaimKey(namespace, operation, "k" + i));
				}
			}
		}
		keys.forEach(this::held);
		AtomicInteger added = new AtomicInteger();
		List<ClaimView> read = pages(query(open ? OPEN : ALL), 5, () -> {
			if (added.incrementAndGet() < 4) {
				held(new ClaimKey("shop", "cancel", "a" + added));
				held(new ClaimKey("shop|zoe", "order.book", "z" + added));
			}
		});
		assertThat(read).doesNotHaveDuplicates().extracting(ClaimView::key).containsAll(keys);
		assertThat(read)
			.isSortedAccordingTo(open ? Comparator.comparing(ClaimView::claimedAt).thenComparing(ClaimView::epoch)
					: Comparator.comparing(ClaimView::key));
		assertThat(pages(of("cancel", query(open ? OPEN : ALL)), 1, () -> {
		})).extracting(ClaimView::key).doesNotHaveDuplicates().hasSize(12 + 3);
	}

	@Test
	void pagesGoOnWhenTheirLastClaimIsGone() {
		for (String key : List.of("a", "b", "c", "d")) {
			held(key(key));
		}
		List<ClaimView> first = this.plugin.findClaims(after(null, 2, query(ALL)));
		assertThat(decide(key("b"), Verdict.FORGET)).isEqualTo(DecisionAnswer.DONE);
		assertThat(keys(after(first.get(1), 2, query(ALL)))).containsExactly(key("c"), key("d"));
		assertThat(keys(after(first.get(1), 2, query(OPEN)))).containsExactly(key("c"), key("d"));
	}

}
