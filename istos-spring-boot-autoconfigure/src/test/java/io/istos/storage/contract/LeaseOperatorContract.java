package io.istos.storage.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.istos.storage.Acquisition;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.LeaseQuery;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseStatus;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeasedScope;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What people are told of leases, and decide about them.
 */
abstract class LeaseOperatorContract extends OperatorSupport {

	private static final Set<LeaseStatus> ANY = Set.of(LeaseStatus.values());

	private static final ScopeKey SCOPE = scope("settlement");

	LeaseOperatorContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	private List<ScopeKey> scopes(Set<LeaseStatus> statuses) {
		return this.other.findLeases(new LeaseQuery("shop", statuses, null, 100))
			.stream()
			.map(LeasedScope::key)
			.toList();
	}

	private DecisionAnswer end(LeaseToken token) {
		return this.plugin.endLease(token.key(), null, AUDIT);
	}

	@Test
	void aLease() {
		LeaseToken token = acquired(SCOPE);
		assertThat(this.plugin.findLeases(new LeaseQuery("shop", ANY, null, 100))).singleElement()
			.satisfies((leased) -> {
				assertThat(leased.key()).isEqualTo(SCOPE);
				assertThat(leased.status()).isEqualTo(LeaseStatus.HELD);
				assertThat(leased.lease().owner()).isEqualTo(token.owner());
				assertThat(leased.lease().epoch()).isEqualTo(token.epoch());
				assertThat(leased.lease().instance()).isEqualTo("node-1");
				assertThat(leased.lease().remaining()).isPositive().isLessThanOrEqualTo(LEASE);
				assertThat(leased.lease().deadline()).isEqualTo(view(SCOPE).deadline());
			});
	}

	@ParameterizedTest
	@EnumSource
	void byStatus(LeaseStatus status) {
		lapsed(scope("LAPSED"));
		acquired(request(scope("HELD"), HOURS));
		freed(scope("FREE"));
		assertThat(scopes(Set.of(status))).containsExactly(scope(status.name()));
		assertThat(scopes(ANY)).hasSize(3);
	}

	@Test
	void pagesOfANamespaceAndTheKeyScopesBelowIt() {
		for (String namespace : List.of("", "sho", "shop", "shop!", "shop-eu", "shop|acme", "shop|zoe", "shop}")) {
			for (String scope : List.of("c", "a", "b")) {
				acquired(new ScopeKey(namespace, scope));
			}
		}
		List<ScopeKey> read = new ArrayList<>();
		@Nullable ScopeKey after = null;
		List<LeasedScope> page;
		do {
			page = this.plugin.findLeases(new LeaseQuery("shop", ANY, after, 2));
			page.forEach((leased) -> read.add(leased.key()));
			after = read.get(read.size() - 1);
			acquired(new ScopeKey("shop", "a" + read.size()));
		}
		while (page.size() == 2);
		assertThat(read).doesNotHaveDuplicates()
			.isSorted()
			.extracting(ScopeKey::namespace)
			.containsOnly("shop", "shop|acme", "shop|zoe");
		assertThat(read).filteredOn((key) -> key.scope().length() == 1).hasSize(9);
		assertThat(this.plugin.findLeases(new LeaseQuery("", ANY, null, 100))).hasSize(3);
	}

	@Test
	void anEndedLeaseIsFreeAtOnceAndItsHolderOut() {
		LeaseToken token = acquired(request(SCOPE, HOURS));
		write(token, "\"kept\"");
		assertThat(end(token)).isEqualTo(DecisionAnswer.DONE);
		assertThat(scopes(Set.of(LeaseStatus.FREE))).containsExactly(SCOPE);
		assertThat(this.plugin.holds(token)).isFalse();
		assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.TAKEN_OVER);
		assertThat(release(token)).isEqualTo(LeaseRelease.Answer.NOT_OURS);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isFalse();
			transaction.rollback();
		}
		Acquisition.Granted next = rivalGranted(SCOPE);
		assertThat(next.epoch()).isGreaterThan(token.epoch());
		assertThat(next.takenOver()).isFalse();
		assertThat(next.state()).isEqualTo("\"kept\"");
		assertEntered(null);
	}

	@Test
	void soIsOneThatLapsed() {
		assertThat(end(lapsed(SCOPE))).isEqualTo(DecisionAnswer.DONE);
		assertThat(scopes(Set.of(LeaseStatus.FREE))).containsExactly(SCOPE);
	}

	@Test
	void whatIsNotLeased() {
		assertThat(end(never(SCOPE))).isEqualTo(DecisionAnswer.NOT_FOUND);
		assertThat(end(freed(SCOPE))).isEqualTo(DecisionAnswer.NOT_FOR_THIS);
		assertThat(audit()).isEmpty();
	}

	@Test
	void theEpochDecides() {
		LeaseToken token = acquired(SCOPE);
		assertThat(this.plugin.endLease(SCOPE, token.epoch() - 1, AUDIT)).isEqualTo(DecisionAnswer.CHANGED);
		assertThat(this.plugin.endLease(SCOPE, token.epoch() + 1, AUDIT)).isEqualTo(DecisionAnswer.CHANGED);
		assertHeld(token);
		assertThat(audit()).isEmpty();
		assertThat(this.plugin.endLease(SCOPE, token.epoch(), AUDIT)).isEqualTo(DecisionAnswer.DONE);
		assertThat(this.plugin.endLease(SCOPE, token.epoch() + 1, AUDIT)).isEqualTo(DecisionAnswer.CHANGED);
	}

	@Test
	void aLeaseThatATransactionHoldsStays() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			assertThat(end(token)).isEqualTo(DecisionAnswer.LOCKED);
			fence(transaction, checkpoint(token, "\"saved\""));
			assertThat(end(token)).isEqualTo(DecisionAnswer.LOCKED);
			transaction.commit();
		}
		assertThat(view(SCOPE).state()).isEqualTo("\"saved\"");
		assertThat(audit()).isEmpty();
		assertThat(end(token)).isEqualTo(DecisionAnswer.DONE);
	}

}
