package io.istos.storage.contract;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.istos.UnstorableResultException;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What the holder of a lease may do with it, and who is no holder any more.
 */
abstract class StateLeaseContract extends CoordinationSupport {

	StateLeaseContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	private static LeaseToken tokenOf(StateLease<Notes> lease) {
		return new LeaseToken(scope(lease.key()), lease.owner(), lease.token());
	}

	@Test
	void aRenewalExtendsTheDeadline() {
		StateLease<Notes> lease = this.here.lease(KEY, StateLeaseRequest.of(Notes.class, LEASE.multipliedBy(2)))
			.orElseThrow();
		this.fixture.lapse(SCOPE);
		assertThat(view(SCOPE).remaining()).isLessThanOrEqualTo(LEASE);
		lease.renew();
		assertThat(view(SCOPE).remaining()).isGreaterThan(LEASE);
		assertThat(view(SCOPE).version()).isZero();
	}

	@Test
	void theStateIsWrittenAndOutlivesTheHolder() {
		StateLease<Notes> lease = lease();
		assertState(lease);
		lease.write(Notes.of("1"));
		lease.updateState((notes) -> Notes.add(notes, "2"));
		assertState(lease, "1", "2");
		lease.release();
		assertState(lease, "1", "2");
		StateLease<Notes> next = leaseElsewhere();
		assertState(next, "1", "2");
		assertThat(next.takenOver()).isFalse();
		assertThat(next.token()).isGreaterThan(lease.token());
	}

	@Test
	void aReleaseLeavesAFinalState() {
		StateLease<Notes> lease = lease();
		lease.write(Notes.of("1"));
		lease.release(Notes.of("final"));
		StateLease<Notes> next = leaseElsewhere();
		assertState(next, "final");
		next.release(null);
		assertThat(lease().state()).isEmpty();
	}

	@Test
	void aStateCanBeNoneAgain() {
		StateLease<Notes> lease = lease();
		lease.write(Notes.of("1"));
		lease.updateState((notes) -> null);
		assertThat(lease.state()).isEmpty();
		lease.updateState((notes) -> Notes.add(notes, "2"));
		assertState(lease, "2");
		lease.write(null);
		assertThat(view(SCOPE).state()).isNull();
	}

	@Test
	void afterATakeOverTheFormerHolderHasLost() {
		StateLease<Notes> former = lease();
		former.write(Notes.of("1"));
		this.fixture.lapse(SCOPE);
		StateLease<Notes> thief = leaseElsewhere();
		assertThat(thief.takenOver()).isTrue();
		assertThat(thief.token()).isGreaterThan(former.token());
		assertState(thief, "1");
		assertLost(former);
		thief.renew();
		thief.updateState((notes) -> Notes.add(notes, "2"));
		assertThat(this.here.cooperativeWrite(KEY, Notes.class, (notes) -> Notes.add(notes, "3"))).isPresent();
		thief.renew();
		assertState(thief, "1", "2", "3");
		thief.release();
	}

	@Test
	void theSameHolderAgainIsAnotherPeriod() {
		StateLease<Notes> former = lease();
		this.fixture.lapse(SCOPE);
		StateLease<Notes> again = lease();
		assertThat(again.takenOver()).isTrue();
		assertThat(again.token()).isGreaterThan(former.token());
		assertLost(former);
		again.renew();
	}

	@Test
	void afterItsOwnReleaseAHandleHasLost() {
		StateLease<Notes> released = lease();
		released.release();
		assertLost(released);
		StateLease<Notes> final1 = lease();
		final1.release(Notes.of("1"));
		assertLost(final1);
		leaseElsewhere();
		assertLost(released);
	}

	@Test
	void whenItsRowIsGoneAHandleHasLost() {
		StateLease<Notes> lease = lease();
		this.fixture.delete(SCOPE);
		assertLost(lease);
		StateLease<Notes> next = leaseElsewhere();
		assertThat(next.token()).isGreaterThan(lease.token());
		assertThat(next.takenOver()).isFalse();
		assertThat(next.state()).isEmpty();
		assertLost(lease);
	}

	@Test
	void whoOverranItsDeadlineGoesOnThroughItsHandleThoughTheStoreIsStrict() {
		StateLease<Notes> lease = lease();
		LeaseToken token = tokenOf(lease);
		this.fixture.lapse(SCOPE);
		assertThat(this.plugin.holds(token)).isFalse();
		assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.EXPIRED);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isFalse();
			transaction.rollback();
		}
		lease.updateState((notes) -> Notes.add(notes, "1"));
		lease.write(Notes.of("2"));
		assertThat(view(SCOPE).isHeld()).isFalse();
		lease.renew();
		assertThat(this.plugin.holds(token)).isTrue();
		assertThat(this.elsewhere.lease(KEY, request())).isEmpty();
		this.fixture.lapse(SCOPE);
		lease.release(Notes.of("3"));
		assertThat(leaseElsewhere().takenOver()).isFalse();
		assertStored("3");
	}

	@Test
	void aFailingChangeWritesNothing() {
		StateLease<Notes> lease = lease();
		lease.write(Notes.of("1"));
		LeaseView before = view(SCOPE);
		RuntimeException failure = new IllegalStateException("boom");
		assertThatThrownBy(() -> lease.updateState((notes) -> {
			throw failure;
		})).isSameAs(failure);
		assertThatExceptionOfType(UnstorableResultException.class)
			.isThrownBy(() -> lease.write(Notes.of("x".repeat((int) MOST.toBytes()))))
			.withMessageContaining(String.valueOf(MOST.toBytes()));
		assertThat(view(SCOPE).version()).isEqualTo(before.version());
		assertState(lease, "1");
	}

	@Test
	void checkpointsOfTransactionsAndHandlesWriteOneState() {
		StateLease<Notes> lease = lease();
		lease.write(Notes.of("1"));
		save(tokenOf(lease), "{\"lines\":[\"1\",\"2\"]}");
		lease.updateState((notes) -> Notes.add(notes, "3"));
		assertState(lease, "1", "2", "3");
		assertThat(view(SCOPE).version()).isEqualTo(3);
	}

	@Test
	void epochsGrowAcrossAllThatCanHappen() {
		long last = 0;
		for (String end : List.of("released", "lapsed", "deleted", "released with a state", "lapsed")) {
			StateLease<Notes> lease = lease();
			assertThat(lease.token()).as("after %s", end).isGreaterThan(last);
			last = lease.token();
			switch (end) {
				case "released" -> lease.release();
				case "released with a state" -> lease.release(Notes.of("1"));
				case "deleted" -> this.fixture.delete(SCOPE);
				default -> this.fixture.lapse(SCOPE);
			}
		}
		assertThat(leaseElsewhere().token()).isGreaterThan(last);
	}

	@Test
	void holdersWhoComeAndGoLoseNoUpdate() {
		AtomicInteger held = new AtomicInteger();
		try (Crowd crowd = new Crowd()) {
			crowd.together((i) -> {
				for (int n = 0; n < this.fixture.rounds(); n++) {
					((i % 2 == 0) ? this.here : this.elsewhere).lease(KEY, request()).ifPresent((lease) -> {
						lease.updateState((notes) -> Notes.of("" + (count(notes) + 1)));
						held.incrementAndGet();
						lease.release();
					});
				}
				return i;
			});
		}
		assertThat(held).hasPositiveValue();
		assertState(lease(), "" + held);
	}

	private static int count(@Nullable Notes notes) {
		return (notes != null) ? Integer.parseInt(notes.lines().get(0)) : 0;
	}

}
