package io.istos.storage.contract;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.StoragePlugin;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The words the contracts are written in. The time-out only ends a test whose store waits
 * for a lock that it must not wait for.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class ContractSupport {

	static final Duration LEASE = StorageFixture.LEASE;

	static final Duration RETENTION = StorageFixture.RETENTION;

	static final Duration LONGER = RETENTION.plusDays(1);

	static final Outcome FIRST = result("\"first\"");

	static final Outcome SECOND = result("\"second\"");

	private final Supplier<StorageFixture> fixtures;

	StorageFixture fixture;

	StoragePlugin plugin;

	StoragePlugin other;

	ContractSupport(Supplier<StorageFixture> fixtures) {
		this.fixtures = fixtures;
	}

	@BeforeEach
	void open() {
		this.fixture = this.fixtures.get();
		this.plugin = this.fixture.plugin();
		this.other = this.fixture.anotherNode();
	}

	@AfterEach
	void close() {
		this.fixture.close();
	}

	static ClaimKey key(String key) {
		return new ClaimKey("shop", "order.book", key);
	}

	static ClaimRequest request(ClaimKey key) {
		return new ClaimRequest(key, UUID.randomUUID(), "fp-1", LEASE, TakeOver.LAPSED, "node-1", "trace-1");
	}

	static ClaimRequest request(ClaimKey key, TakeOver takeOver) {
		return with(request(key), takeOver);
	}

	static ClaimRequest with(ClaimRequest request, TakeOver takeOver) {
		return new ClaimRequest(request.key(), request.owner(), request.fingerprint(), request.lease(), takeOver,
				request.instance(), request.traceId());
	}

	static ClaimRequest with(ClaimRequest request, Duration lease) {
		return new ClaimRequest(request.key(), request.owner(), request.fingerprint(), lease, request.takeOver(),
				request.instance(), request.traceId());
	}

	static ClaimRequest withFingerprint(ClaimRequest request, @Nullable String fingerprint) {
		return new ClaimRequest(request.key(), request.owner(), fingerprint, request.lease(), request.takeOver(),
				request.instance(), request.traceId());
	}

	static Outcome result(String json) {
		return new Outcome(Outcome.Kind.RESULT, json);
	}

	static Completion completion(ClaimToken token, Outcome outcome) {
		return new Completion(token, outcome, RETENTION);
	}

	static Release free(ClaimToken token) {
		return new Release(token, Release.Target.FREE, "boom", RETENTION);
	}

	static Release hold(ClaimToken token) {
		return new Release(token, Release.Target.HELD, "unclear", RETENTION);
	}

	static Renewal renewal(ClaimToken token) {
		return new Renewal(token, LEASE);
	}

	static ClaimToken withEpoch(ClaimToken token, long epoch) {
		return new ClaimToken(token.key(), token.owner(), epoch);
	}

	static ClaimToken withOwner(ClaimToken token, UUID owner) {
		return new ClaimToken(token.key(), owner, token.epoch());
	}

	/**
	 * Ask on the node under test.
	 */
	Claim ask(ClaimRequest request) {
		return wellFormed(this.plugin.claimProcessed(request));
	}

	/**
	 * Ask on another node.
	 */
	Claim askElsewhere(ClaimRequest request) {
		return wellFormed(this.other.claimProcessed(request));
	}

	/**
	 * Ask in a transaction.
	 */
	Claim askIn(TestTransaction transaction, ClaimRequest request) {
		return wellFormed(this.plugin.claimProcessed(request, transaction.ledger()));
	}

	/**
	 * Claim what must be claimable.
	 */
	ClaimToken claimed(ClaimRequest request) {
		Claim claim = ask(request);
		assertThat(claim.state()).as("%s", claim).isEqualTo(ClaimState.CLAIMED);
		return request.token(claim.epoch());
	}

	ClaimToken claimed(ClaimKey key) {
		return claimed(request(key));
	}

	ClaimToken claimedIn(TestTransaction transaction, ClaimKey key) {
		ClaimRequest request = request(key);
		Claim claim = askIn(transaction, request);
		assertThat(claim.state()).as("%s", claim).isEqualTo(ClaimState.CLAIMED);
		return request.token(claim.epoch());
	}

	ClaimToken lapsed(ClaimKey key) {
		ClaimToken token = claimed(key);
		this.fixture.lapse(key);
		return token;
	}

	ClaimToken held(ClaimKey key) {
		ClaimToken token = claimed(key);
		assertThat(this.plugin.releaseClaim(hold(token))).isEqualTo(Release.Answer.RELEASED);
		return token;
	}

	ClaimToken freed(ClaimKey key) {
		ClaimToken token = claimed(key);
		assertThat(this.plugin.releaseClaim(free(token))).isEqualTo(Release.Answer.RELEASED);
		return token;
	}

	ClaimToken done(ClaimKey key, Outcome outcome) {
		ClaimToken token = claimed(key);
		assertThat(this.plugin.markProcessed(completion(token, outcome))).isTrue();
		return token;
	}

	/**
	 * What a rival on another node is told, which would take over whatever may be.
	 */
	ClaimState rival(ClaimKey key) {
		return askElsewhere(request(key, TakeOver.LAPSED_AND_HELD)).state();
	}

	static Claim.Former former(Claim claim) {
		return Objects.requireNonNull(claim.former(), () -> "No former attempt in " + claim);
	}

	/**
	 * Assert that a claim is live under its token, and nothing else became of the key.
	 */
	void assertOwned(ClaimToken token) {
		Claim claim = askElsewhere(request(token.key(), TakeOver.NONE));
		assertThat(claim.state()).as("%s", claim).isEqualTo(ClaimState.IN_FLIGHT);
		assertThat(claim.epoch()).isEqualTo(token.epoch());
		assertThat(this.other.checkProcessed(token.key())).isEmpty();
	}

	/**
	 * Assert what the record promises of every answer.
	 */
	private static Claim wellFormed(Claim claim) {
		assertThat(claim.outcome() != null).as("outcome of %s", claim).isEqualTo(claim.state() == ClaimState.DONE);
		assertThat(claim.retryAfter() != null).as("hint of %s", claim).isEqualTo(claim.state() == ClaimState.IN_FLIGHT);
		if (claim.retryAfter() != null) {
			assertThat(claim.retryAfter()).isGreaterThanOrEqualTo(Duration.ofMillis(100));
		}
		switch (claim.state()) {
			case CLAIMED -> assertThat(claim.attempts()).as("attempts of %s", claim).isPositive();
			case ABANDONED -> assertThat(claim.former()).as("former of %s", claim).isNotNull();
			default -> assertThat(claim.former()).as("former of %s", claim).isNull();
		}
		if (claim.state() != ClaimState.IN_FLIGHT) {
			assertThat(claim.epoch()).as("epoch of %s", claim).isPositive();
		}
		if (claim.former() != null) {
			assertThat(claim.former().deadline() == null).as("deadline of %s", claim).isEqualTo(claim.former().held());
		}
		return claim;
	}

}
