package io.istos.storage.contract;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateWrite;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The words the contracts of leases are written in.
 */
abstract class LeaseSupport extends ContractSupport {

	static final Duration HOURS = Duration.ofHours(3);

	LeaseSupport(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	static ScopeKey scope(String scope) {
		return new ScopeKey("shop", scope);
	}

	static LeaseRequest request(ScopeKey scope) {
		return request(scope, LEASE);
	}

	static LeaseRequest request(ScopeKey scope, Duration ttl) {
		return new LeaseRequest(scope, UUID.randomUUID(), ttl, "node-1");
	}

	static LeaseToken withEpoch(LeaseToken token, long epoch) {
		return new LeaseToken(token.key(), token.owner(), epoch);
	}

	static LeaseToken withOwner(LeaseToken token, UUID owner) {
		return new LeaseToken(token.key(), owner, token.epoch());
	}

	static LeaseToken never(ScopeKey scope) {
		return new LeaseToken(scope, UUID.randomUUID(), 1);
	}

	/**
	 * Tokens that look like one, and aren't.
	 */
	static List<LeaseToken> forgeries(LeaseToken token) {
		return List.of(withOwner(token, UUID.randomUUID()), withEpoch(token, token.epoch() - 1),
				withEpoch(token, token.epoch() + 1), withEpoch(token, LeaseToken.UNKNOWN_EPOCH));
	}

	static LeaseRenewal renewal(LeaseToken token) {
		return new LeaseRenewal(token, LEASE);
	}

	static LeaseRelease free(LeaseToken token) {
		return new LeaseRelease(token, Duration.ZERO);
	}

	static LeaseFence fenceOf(LeaseToken token) {
		return new LeaseFence(token, LEASE, false, null);
	}

	static LeaseFence heldFenceOf(LeaseToken token) {
		return new LeaseFence(token, LEASE, true, null);
	}

	static LeaseFence checkpoint(LeaseToken token, String state) {
		return new LeaseFence(token, LEASE, false, state);
	}

	/**
	 * Ask on the node under test.
	 */
	Acquisition acquire(LeaseRequest request) {
		return wellFormed(this.plugin.acquire(request));
	}

	/**
	 * Ask on another node.
	 */
	Acquisition acquireElsewhere(LeaseRequest request) {
		return wellFormed(this.other.acquire(request));
	}

	/**
	 * What a rival on another node is told.
	 */
	Acquisition rival(ScopeKey scope) {
		return acquireElsewhere(request(scope));
	}

	/**
	 * What a rival is granted that must be granted something.
	 */
	Acquisition.Granted rivalGranted(ScopeKey scope) {
		return granted(rival(scope));
	}

	static Acquisition.Granted granted(Acquisition acquisition) {
		return Objects.requireNonNull(acquisition.granted(), () -> "Not granted: " + acquisition);
	}

	LeaseToken acquired(LeaseRequest request) {
		return request.token(granted(acquire(request)).epoch());
	}

	LeaseToken acquired(ScopeKey scope) {
		return acquired(request(scope));
	}

	LeaseToken acquiredElsewhere(ScopeKey scope) {
		LeaseRequest request = request(scope);
		return request.token(granted(acquireElsewhere(request)).epoch());
	}

	LeaseToken lapsed(ScopeKey scope) {
		LeaseToken token = acquired(scope);
		this.fixture.lapse(scope);
		return token;
	}

	LeaseToken freed(ScopeKey scope) {
		LeaseToken token = acquired(scope);
		assertThat(release(token)).isEqualTo(LeaseRelease.Answer.RELEASED);
		return token;
	}

	/**
	 * A lease that another has taken over.
	 */
	LeaseToken lost(ScopeKey scope) {
		LeaseToken token = lapsed(scope);
		rivalGranted(scope);
		return token;
	}

	LeaseToken deleted(ScopeKey scope) {
		LeaseToken token = acquired(scope);
		this.fixture.delete(scope);
		return token;
	}

	LeaseRenewal.Answer renew(LeaseToken token) {
		return this.plugin.renewLeases(List.of(renewal(token))).get(0);
	}

	LeaseRelease.Answer release(LeaseToken token) {
		return this.plugin.releaseLease(free(token));
	}

	boolean hold(TestTransaction transaction, LeaseToken token) {
		return this.plugin.holdForUpdate(token, transaction.ledger());
	}

	void fence(TestTransaction transaction, LeaseFence... fences) {
		this.plugin.fence(List.of(fences), transaction.ledger());
	}

	/**
	 * Write a checkpoint, and commit.
	 */
	void save(LeaseToken token, String state) {
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction, checkpoint(token, state));
			transaction.commit();
		}
	}

	LeaseView view(ScopeKey scope) {
		return this.other.findLease(scope).orElseThrow();
	}

	/**
	 * What is stored of a scope, but for the time that passes.
	 */
	List<@Nullable Object> stored(ScopeKey scope) {
		LeaseView view = view(scope);
		return Arrays.asList(view.owner(), view.epoch(), view.deadline(), view.acquiredAt(), view.instance(),
				view.state(), view.version());
	}

	StateWrite.Answer write(LeaseToken token, @Nullable String state) {
		return this.plugin.writeState(writeOf(token, state));
	}

	static StateWrite writeOf(LeaseToken token, @Nullable String state) {
		return new StateWrite(token, null, StateWrite.Change.to(state), null, false);
	}

	/**
	 * Assert that a lease is live under its token.
	 */
	void assertHeld(LeaseToken token) {
		assertThat(this.plugin.holds(token)).as("%s is held", token).isTrue();
		assertThat(this.other.holds(token)).as("%s is held", token).isTrue();
		assertBusy(token.key());
	}

	void assertBusy(ScopeKey scope) {
		assertThat(rival(scope).granted()).as("lease of a rival").isNull();
	}

	/**
	 * Assert what the next holder finds, once the scope lapses.
	 */
	void assertNextFinds(ScopeKey scope, @Nullable String state, long version) {
		this.fixture.lapse(scope);
		Acquisition.Granted next = rivalGranted(scope);
		assertThat(next.state()).isEqualTo(state);
		assertThat(next.version()).isEqualTo(version);
	}

	/**
	 * Assert what the record promises of every answer.
	 */
	private static Acquisition wellFormed(Acquisition answer) {
		Acquisition.Granted granted = answer.granted();
		assertThat(answer.retryAfter() == null).as("hint of %s", answer).isEqualTo(granted != null || answer.changed());
		assertThat(granted != null && answer.changed()).as("%s", answer).isFalse();
		if (answer.retryAfter() != null) {
			assertThat(answer.retryAfter()).isGreaterThanOrEqualTo(Duration.ofMillis(100));
		}
		if (granted != null) {
			assertThat(granted.epoch()).as("epoch of %s", answer).isPositive();
			assertThat(granted.version()).as("version of %s", answer).isNotNegative();
		}
		return answer;
	}

}
