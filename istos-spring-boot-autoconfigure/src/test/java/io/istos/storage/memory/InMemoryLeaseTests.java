package io.istos.storage.memory;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.LeaseLostException;
import io.istos.TransactionRequiredException;
import io.istos.storage.Acquisition;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateWrite;
import io.istos.storage.TakeOver;
import io.istos.storage.TransactionParticipant.End;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class InMemoryLeaseTests {

	private static final ScopeKey SCOPE = new ScopeKey("shop", "settlement");

	private static final Duration TTL = Duration.ofSeconds(30);

	private final DrivenClock clock = new DrivenClock();

	private final InMemoryStoragePlugin plugin = new InMemoryStoragePlugin(this.clock);

	@Test
	void aLeaseLapsesExactlyAtItsDeadline() {
		LeaseToken token = acquired();
		this.clock.advance(TTL.minusNanos(1));
		assertThat(this.plugin.holds(token)).isTrue();
		assertThat(ask().retryAfter()).isEqualTo(Duration.ofMillis(100));
		this.clock.advance(Duration.ofNanos(1));
		assertThat(this.plugin.holds(token)).isFalse();
		assertThat(granted(ask()).takenOver()).isTrue();
	}

	@Test
	void epochsGrowAcrossClaimsAndLeases() {
		ClaimRequest claim = new ClaimRequest(new ClaimKey("shop", "order.book", "42"), UUID.randomUUID(), null, TTL,
				TakeOver.LAPSED, null, null);
		long first = acquired().epoch();
		long second = this.plugin.claimProcessed(claim).epoch();
		assertThat(second).isGreaterThan(first);
		assertThat(acquired(new ScopeKey("shop", "other")).epoch()).isGreaterThan(second);
	}

	@Test
	void aLostFenceVetoesTheCommitWhoeverSwallowsIt() {
		LeaseToken lost = lapsed();
		LeaseToken good = acquired(new ScopeKey("shop", "good"));
		DrivenTransaction transaction = new DrivenTransaction();
		fence(transaction, good, "1");
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> fence(transaction, lost, "2"))
			.withMessageContaining(SCOPE.scope())
			.withMessageContaining("ttl");
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(transaction::commit)
			.withMessageContaining("can't commit any more")
			.withCauseInstanceOf(LeaseLostException.class);
		assertThat(granted(ask()).version()).isZero();
		release(good);
		assertThat(granted(ask(good.key())).version()).isZero();
	}

	@Test
	void aLossUndoesWhatAManagerCommitsAllTheSame() {
		LeaseToken lost = lapsed();
		LeaseToken good = acquired(new ScopeKey("shop", "good"));
		DrivenTransaction transaction = new DrivenTransaction();
		fence(transaction, good, "1");
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> fence(transaction, lost, null));
		transaction.end(End.COMMITTED);
		assertThat(release(good)).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(granted(ask(good.key())).version()).isZero();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void afterAnUnknownEndTheScopeStaysBusyUntilTheFenceLapses(boolean checkpoint) {
		LeaseToken token = acquired();
		DrivenTransaction transaction = new DrivenTransaction();
		assertThat(this.plugin.holdForUpdate(token, transaction)).isTrue();
		this.clock.advance(TTL.plusSeconds(60));
		this.plugin.fence(List.of(new LeaseFence(token, TTL, true, checkpoint ? "1" : null)), transaction);
		transaction.breakAtCommit();
		assertOwnedByNobody(token);
		this.clock.advance(TTL.minusNanos(1));
		assertThat(ask().granted()).isNull();
		this.clock.advance(Duration.ofNanos(1));
		Acquisition.Granted next = granted(ask());
		assertThat(next.takenOver()).isTrue();
		assertThat(next.state()).isNull();
	}

	@Test
	void afterAnUnknownEndAHeldScopeStaysBusyUntilItLapses() {
		LeaseToken token = acquired();
		DrivenTransaction transaction = new DrivenTransaction();
		assertThat(this.plugin.holdForUpdate(token, transaction)).isTrue();
		transaction.breakAtCommit();
		assertOwnedByNobody(token);
		this.clock.advance(TTL);
		assertThat(granted(ask()).takenOver()).isTrue();
	}

	private void assertOwnedByNobody(LeaseToken token) {
		assertThat(ask().granted()).isNull();
		assertThat(this.plugin.holds(token)).isFalse();
		assertThat(this.plugin.renewLeases(List.of(new LeaseRenewal(token, TTL))))
			.containsExactly(LeaseRenewal.Answer.TAKEN_OVER);
		for (long epoch : new long[] { token.epoch(), LeaseToken.UNKNOWN_EPOCH }) {
			assertThat(release(new LeaseToken(SCOPE, token.owner(), epoch))).isEqualTo(LeaseRelease.Answer.NOT_OURS);
		}
	}

	@Test
	void transactionsOfOneHolderHoldTheScopeTogether() {
		LeaseToken token = acquired();
		DrivenTransaction first = new DrivenTransaction();
		DrivenTransaction second = new DrivenTransaction();
		Object savepoint = second.savepoint();
		fence(first, token, "1");
		fence(second, token, "2");
		this.clock.advance(TTL);
		second.rollbackTo(savepoint);
		assertThat(ask().granted()).isNull();
		fence(second, token, "2", true);
		first.rollback();
		assertThat(ask().granted()).isNull();
		assertThat(release(token)).isEqualTo(LeaseRelease.Answer.LOCKED);
		second.rollback();
		assertThat(ask().granted()).isNotNull();
	}

	@Test
	void theLastCheckpointOfATransactionCounts() {
		LeaseToken token = acquired();
		DrivenTransaction transaction = new DrivenTransaction();
		fence(transaction, token, "1");
		Object savepoint = transaction.savepoint();
		fence(transaction, token, "undone");
		transaction.rollbackTo(savepoint);
		fence(transaction, token, "2");
		transaction.commit();
		release(token);
		Acquisition.Granted next = granted(ask());
		assertThat(next.state()).isEqualTo("2");
		assertThat(next.version()).isEqualTo(2);
	}

	@Test
	void aCommitDoesNotTakeBackWhatARenewalGaveMeanwhile() {
		LeaseToken token = acquired();
		DrivenTransaction transaction = new DrivenTransaction();
		fence(transaction, token, "1");
		this.clock.advance(Duration.ofSeconds(10));
		assertThat(this.plugin.renewLeases(List.of(new LeaseRenewal(token, TTL))))
			.containsExactly(LeaseRenewal.Answer.RENEWED);
		transaction.commit();
		this.clock.advance(TTL.minusNanos(1));
		assertThat(this.plugin.holds(token)).isTrue();
	}

	@Test
	void aScopeThatWasGivenUpWhileItsTransactionCommitsIsFreeAfterIt() {
		LeaseToken token = acquired();
		DrivenTransaction transaction = new DrivenTransaction();
		fence(transaction, token, "1");
		StateWrite giveUp = new StateWrite(token, null, StateWrite.Change.NONE, null, true);
		assertThat(this.plugin.writeState(giveUp).result()).isEqualTo(StateWrite.Result.WRITTEN);
		assertThat(ask().granted()).isNull();
		transaction.commit();
		Acquisition.Granted next = granted(ask());
		assertThat(next.takenOver()).isFalse();
		assertThat(next.state()).isEqualTo("1");
	}

	@Test
	void nothingIsHeldInATransactionThatHasEnded() {
		LeaseToken token = acquired();
		DrivenTransaction transaction = new DrivenTransaction();
		fence(transaction, token, null);
		transaction.commit();
		assertThatExceptionOfType(TransactionRequiredException.class)
			.isThrownBy(() -> this.plugin.holdForUpdate(token, transaction));
		assertThatExceptionOfType(TransactionRequiredException.class).isThrownBy(() -> fence(transaction, token, "1"));
		assertThat(release(token)).isEqualTo(LeaseRelease.Answer.RELEASED);
	}

	private LeaseToken lapsed() {
		LeaseToken token = acquired();
		this.clock.advance(TTL);
		return token;
	}

	private LeaseToken acquired() {
		return acquired(SCOPE);
	}

	private LeaseToken acquired(ScopeKey key) {
		LeaseRequest request = request(key);
		return request.token(granted(this.plugin.acquire(request)).epoch());
	}

	private static Acquisition.Granted granted(Acquisition acquisition) {
		return Objects.requireNonNull(acquisition.granted(), acquisition::toString);
	}

	private Acquisition ask() {
		return ask(SCOPE);
	}

	private Acquisition ask(ScopeKey key) {
		return this.plugin.acquire(request(key));
	}

	private static LeaseRequest request(ScopeKey key) {
		return new LeaseRequest(key, UUID.randomUUID(), TTL, "node-1");
	}

	private void fence(DrivenTransaction transaction, LeaseToken token, @Nullable String checkpoint) {
		fence(transaction, token, checkpoint, false);
	}

	private void fence(DrivenTransaction transaction, LeaseToken token, @Nullable String checkpoint, boolean held) {
		this.plugin.fence(List.of(new LeaseFence(token, TTL, held, checkpoint)), transaction);
	}

	private LeaseRelease.Answer release(LeaseToken token) {
		return this.plugin.releaseLease(new LeaseRelease(token, Duration.ZERO));
	}

}
