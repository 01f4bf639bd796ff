package io.istos.storage.postgres;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * As {@link ReadOnlyAnswersTests}, for leases: who is told that a scope is busy, or that
 * it has its lease already, wrote nothing and locked no row.
 */
class LeaseAnswersTests {

	private static Ledger ledger;

	private static Leases leases;

	@BeforeAll
	static void open() {
		ledger = Ledger.create();
		leases = new Leases(ledger);
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	@Test
	void ofALiveLease() throws Exception {
		LeaseToken token = leases.acquired(Leases.scope());
		Map<String, @Nullable Object> before = leases.row(token.key());
		assertThat(leases.isGranted(token.key())).isFalse();
		leases.acquireTogether(Leases.request(token.key()), Leases.request(Leases.scope()));
		assertThat(ledger.plugin.holds(token)).isTrue();
		assertThat(leases.row(token.key())).isEqualTo(before);
	}

	@Test
	void ofARepeatedRequest() {
		ScopeKey scope = Leases.scope();
		LeaseRequest request = Leases.request(scope);
		ledger.plugin.acquire(request);
		Map<String, @Nullable Object> before = leases.row(scope);
		assertThat(ledger.plugin.acquire(request).granted()).isNotNull();
		assertThat(leases.row(scope)).isEqualTo(before);
	}

	@Test
	void ofWhoIsNotTheOwner() {
		LeaseToken lost = leases.lost(Leases.scope());
		Map<String, @Nullable Object> before = leases.row(lost.key());
		leases.renew(lost);
		ledger.plugin.releaseLease(Leases.release(lost));
		ledger.inTransaction((transaction) -> ledger.plugin.holdForUpdate(lost, transaction));
		assertThat(leases.row(lost.key())).isEqualTo(before);
	}

	/** A person sees who has it, and since when. */
	@Test
	void theRowSaysWhoHasTheScope() {
		ScopeKey scope = Leases.scope();
		LeaseToken token = leases.acquired(scope);
		assertThat(leases.row(scope)).containsEntry("owner", token.owner())
			.containsEntry("epoch", token.epoch())
			.containsEntry("instance", "instance")
			.containsEntry("taken_over", false);
		leases.lapse(scope);
		ledger.plugin.acquire(new LeaseRequest(scope, token.owner(), Leases.TTL, "other"));
		assertThat(leases.row(scope)).containsEntry("instance", "other").containsEntry("taken_over", true);
	}

	@Test
	void aReleasedRowStaysWithoutAnOwner() {
		LeaseToken token = leases.acquired(Leases.scope());
		assertThat(ledger.plugin.releaseLease(Leases.release(token))).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(leases.row(token.key())).containsEntry("owner", null).containsEntry("epoch", token.epoch());
		assertThat(ledger.jdbc.queryForObject("SELECT deadline > acquired_at FROM istos.istos_lease WHERE scope = ?",
				Boolean.class, token.key().scope()))
			.isTrue();
	}

}
