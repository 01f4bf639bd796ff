package io.istos.storage.memory;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import io.istos.ClaimLostException;
import io.istos.StorageUnavailableException;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.TakeOver;
import io.istos.storage.TransactionParticipant.End;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class InMemoryStoragePluginTests {

	private static final ClaimKey KEY = new ClaimKey("shop", "order.book", "42");

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Outcome OUTCOME = new Outcome(Outcome.Kind.RESULT, "1");

	private final DrivenClock clock = new DrivenClock();

	private final InMemoryStoragePlugin plugin = new InMemoryStoragePlugin(this.clock);

	@Test
	void itSaysThatItIsForOneProcess() {
		Logger logger = (Logger) LoggerFactory.getLogger(InMemoryStoragePlugin.class);
		Level level = logger.getLevel();
		ListAppender<ILoggingEvent> appender = new ListAppender<>();
		appender.start();
		logger.setLevel(Level.INFO);
		logger.addAppender(appender);
		try {
			new InMemoryStoragePlugin();
		}
		finally {
			logger.detachAppender(appender);
			logger.setLevel(level);
		}
		assertThat(appender.list).singleElement()
			.satisfies((event) -> assertThat(event.getFormattedMessage()).contains("only this process sees them"));
	}

	@Test
	void withoutAClockItGoesByTheSystems() {
		InMemoryStoragePlugin system = new InMemoryStoragePlugin();
		assertThat(system.claimProcessed(request()).state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(system.claimProcessed(request()).state()).isEqualTo(ClaimState.IN_FLIGHT);
	}

	@Test
	void eachIsAStorageOfItsOwn() {
		claimed();
		assertThat(new InMemoryStoragePlugin(this.clock).claimProcessed(request()).state())
			.isEqualTo(ClaimState.CLAIMED);
	}

	@Test
	void aClaimLapsesExactlyAtItsDeadline() {
		claimed();
		this.clock.advance(LEASE.minusNanos(1));
		Claim rival = this.plugin.claimProcessed(request());
		assertThat(rival.state()).isEqualTo(ClaimState.IN_FLIGHT);
		assertThat(rival.retryAfter()).isEqualTo(Duration.ofMillis(100));
		this.clock.advance(Duration.ofNanos(1));
		assertThat(this.plugin.claimProcessed(request()).state()).isEqualTo(ClaimState.CLAIMED);
	}

	@Test
	void aRowExpiresExactlyAtItsTime() {
		assertThat(this.plugin.markProcessed(new Completion(claimed(), OUTCOME, LEASE))).isTrue();
		this.clock.advance(LEASE.minusNanos(1));
		assertThat(this.plugin.purgeClaims(10)).isZero();
		this.clock.advance(Duration.ofNanos(1));
		assertThat(this.plugin.purgeClaims(10)).isOne();
	}

	@Test
	void aDrivenClockDatesEverything() {
		ClaimToken token = claimed();
		this.clock.advance(LEASE);
		Claim.Former former = this.plugin.claimProcessed(request(TakeOver.NONE)).former();
		assertThat(former).isEqualTo(
				new Claim.Former(false, this.clock.instant().minus(LEASE), this.clock.instant(), "node-1", null));
		this.plugin.markProcessed(completion(token));
		assertThat(this.plugin.getLog(KEY.namespace(), KEY.operation(), 1)).singleElement()
			.satisfies((entry) -> assertThat(entry.at()).isEqualTo(this.clock.instant()));
	}

	@Test
	void anOwnCompletionIsRefusedWhileATransactionDecides() {
		ClaimToken token = claimed();
		DrivenTransaction transaction = new DrivenTransaction();
		assertThat(this.plugin.lockClaim(token, transaction)).isTrue();
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> this.plugin.markProcessed(completion(token)))
			.withMessageContaining("order.book")
			.satisfies((ex) -> assertThat(ex.retryAfter()).isPositive());
		transaction.rollback();
		assertThat(this.plugin.markProcessed(completion(token))).isTrue();
	}

	@Test
	void aClaimThatAnotherTransactionTookIsLostAtOnce() {
		ClaimToken token = claimed();
		this.clock.advance(LEASE);
		DrivenTransaction taker = new DrivenTransaction();
		assertThat(this.plugin.claimProcessed(request(), taker).state()).isEqualTo(ClaimState.CLAIMED);
		DrivenTransaction late = new DrivenTransaction();
		assertThat(this.plugin.lockClaim(token, late)).isFalse();
		assertThatExceptionOfType(ClaimLostException.class)
			.isThrownBy(() -> this.plugin.markProcessed(List.of(completion(token)), late));
		late.rollback();
		taker.rollback();
		assertThat(this.plugin.markProcessed(completion(token))).isTrue();
	}

	@Test
	void aLossUndoesWhatAManagerCommitsAllTheSame() {
		DrivenTransaction transaction = new DrivenTransaction();
		this.plugin.claimProcessed(request(), transaction);
		ClaimToken token = new ClaimToken(KEY, UUID.randomUUID(), 1);
		assertThatExceptionOfType(ClaimLostException.class)
			.isThrownBy(() -> this.plugin.markProcessed(List.of(completion(token)), transaction));
		transaction.end(End.COMMITTED);
		assertThat(this.plugin.claimProcessed(request()).attempts()).isOne();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void afterAnUnknownEndTheKeyStaysClaimedUntilItLapses(boolean joined) {
		DrivenTransaction transaction = new DrivenTransaction();
		ClaimRequest request = request();
		Claim claim = joined ? this.plugin.claimProcessed(request, transaction) : this.plugin.claimProcessed(request);
		ClaimToken token = request.token(claim.epoch());
		this.plugin.markProcessed(List.of(completion(token)), transaction);
		transaction.breakAtCommit();
		assertThat(this.plugin.claimProcessed(request()).state()).isEqualTo(ClaimState.IN_FLIGHT);
		assertThat(this.plugin.checkProcessed(KEY)).isEmpty();
		assertThat(this.plugin.getLog(KEY.namespace(), KEY.operation(), 10)).isEmpty();
		assertThat(this.plugin.markProcessed(completion(token))).isFalse();
		assertThat(this.plugin.renewClaims(List.of(new Renewal(token, LEASE)))).containsExactly(Renewal.Answer.LOST);
		for (long epoch : new long[] { token.epoch(), ClaimToken.UNKNOWN_EPOCH }) {
			assertThat(this.plugin
				.releaseClaim(new Release(new ClaimToken(KEY, token.owner(), epoch), Release.Target.FREE, null, LEASE)))
				.isEqualTo(Release.Answer.NOT_OURS);
		}
		this.clock.advance(LEASE);
		assertThat(this.plugin.claimProcessed(request(TakeOver.NONE)).state()).isEqualTo(ClaimState.ABANDONED);
		assertThat(this.plugin.claimProcessed(request()).attempts()).isEqualTo(2);
	}

	@Test
	void twoStoragesDoNotShareATransaction() {
		DrivenTransaction transaction = new DrivenTransaction();
		this.plugin.claimProcessed(request(), transaction);
		assertThatIllegalStateException()
			.isThrownBy(() -> new InMemoryStoragePlugin(this.clock).claimProcessed(request(), transaction));
	}

	private ClaimToken claimed() {
		ClaimRequest request = request();
		return request.token(this.plugin.claimProcessed(request).epoch());
	}

	private static ClaimRequest request() {
		return request(TakeOver.LAPSED);
	}

	private static ClaimRequest request(TakeOver takeOver) {
		return new ClaimRequest(KEY, UUID.randomUUID(), null, LEASE, takeOver, "node-1", null);
	}

	private static Completion completion(ClaimToken token) {
		return new Completion(token, OUTCOME, Duration.ofDays(7));
	}

}
