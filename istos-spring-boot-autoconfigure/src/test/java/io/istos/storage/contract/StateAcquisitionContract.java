package io.istos.storage.contract;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.istos.coordination.Coordination;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Who gets a scope, in which state.
 */
abstract class StateAcquisitionContract extends CoordinationSupport {

	private final AtomicInteger calls = new AtomicInteger();

	StateAcquisitionContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	private StateLeaseRequest<Notes> adding(String line) {
		return request().transition((notes) -> {
			this.calls.incrementAndGet();
			return Notes.add(notes, line);
		});
	}

	/**
	 * A transition that meets, between what it read and what it writes, something else.
	 */
	private StateLeaseRequest<Notes> interrupted(Runnable meanwhile) {
		return request().transition((notes) -> {
			if (this.calls.incrementAndGet() == 1) {
				meanwhile.run();
			}
			return Notes.add(notes, "in");
		});
	}

	@Test
	void anUnknownScopeIsLeased() {
		StateLease<Notes> lease = lease();
		assertThat(lease.key()).isEqualTo(KEY);
		assertThat(lease.token()).isPositive();
		assertThat(lease.takenOver()).isFalse();
		assertThat(lease.state()).isEmpty();
		assertThat(view(SCOPE).owner()).isEqualTo(lease.owner());
		assertThat(view(SCOPE).instance()).isEqualTo("node-1");
	}

	@Test
	void aHeldScopeIsNotLeasedAndNoTransitionTried() {
		StateLease<Notes> lease = lease();
		for (Coordination coordination : List.of(this.here, this.elsewhere)) {
			assertThat(coordination.lease(KEY, request())).isEmpty();
			assertThat(coordination.lease(KEY, adding("1"))).isEmpty();
		}
		assertThat(this.calls).hasValue(0);
		assertThat(view(SCOPE).version()).isZero();
		lease.renew();
	}

	@Test
	void theAcquisitionItselfIsATransition() {
		StateLease<Notes> first = this.here.lease(KEY, adding("1")).orElseThrow();
		assertState(first, "1");
		first.release();
		StateLease<Notes> second = this.elsewhere.lease(KEY, adding("2")).orElseThrow();
		assertState(second, "1", "2");
		assertThat(second.takenOver()).isFalse();
		this.fixture.lapse(SCOPE);
		StateLease<Notes> third = this.here.lease(KEY, adding("3")).orElseThrow();
		assertState(third, "1", "2", "3");
		assertThat(third.takenOver()).isTrue();
		assertThat(this.calls).hasValue(3);
		third.updateState((notes) -> Notes.add(notes, "4"));
		assertStored("1", "2", "3", "4");
	}

	@Test
	void aTransitionMayLeaveNoState() {
		lease().release(Notes.of("1"));
		assertThat(this.here.lease(KEY, request().transition((notes) -> null)).orElseThrow().state()).isEmpty();
		assertThat(view(SCOPE).state()).isNull();
	}

	@Test
	void aFailingTransitionAcquiresAndWritesNothing() {
		RuntimeException failure = new IllegalStateException("boom");
		StateLeaseRequest<Notes> failing = request().transition((notes) -> {
			throw failure;
		});
		assertThatThrownBy(() -> this.here.lease(KEY, failing)).isSameAs(failure);
		assertThat(this.plugin.findLease(SCOPE)).isEmpty();
		lease().release(Notes.of("1"));
		List<@Nullable Object> before = stored(SCOPE);
		assertThatThrownBy(() -> this.here.lease(KEY, failing)).isSameAs(failure);
		assertThat(stored(SCOPE)).isEqualTo(before);
		assertState(leaseElsewhere(), "1");
	}

	@Test
	void whoeverComesBetweenWinsAnUnknownScope() {
		Optional<StateLease<Notes>> lease = this.here.lease(KEY, interrupted(this::leaseElsewhere));
		assertThat(lease).isEmpty();
		assertThat(this.calls).hasValue(1);
		assertThat(view(SCOPE).version()).isZero();
		assertThat(view(SCOPE).instance()).isEqualTo("node-2");
	}

	@Test
	void whoeverComesBetweenWinsALapsedLease() {
		lease();
		this.fixture.lapse(SCOPE);
		assertThat(this.here.lease(KEY, interrupted(this::leaseElsewhere))).isEmpty();
		assertThat(this.calls).hasValue(1);
		assertThat(view(SCOPE).instance()).isEqualTo("node-2");
	}

	@Test
	void aTransitionStartsFromWhatCameBetween() {
		StateLease<Notes> first = this.here.lease(KEY, interrupted(() -> leaseElsewhere().release(Notes.of("between"))))
			.orElseThrow();
		assertState(first, "between", "in");
		this.fixture.lapse(SCOPE);
		this.calls.set(0);
		StateLease<Notes> second = this.here.lease(KEY, interrupted(() -> cooperate("late"))).orElseThrow();
		assertState(second, "between", "in", "late", "in");
		assertThat(this.calls).hasValue(2);
		assertThat(second.takenOver()).isTrue();
	}

	@Test
	void aTransitionStartsAnewWhenItsRowHasGone() {
		lease().release(Notes.of("former"));
		StateLease<Notes> lease = this.here.lease(KEY, interrupted(() -> this.fixture.delete(SCOPE))).orElseThrow();
		assertState(lease, "in");
	}

	@Test
	void whatLapsedIsNotTakenOverAgainstTheWish() {
		StateLease<Notes> lapsed = lease();
		this.fixture.lapse(SCOPE);
		assertThat(this.elsewhere.lease(KEY, request().stealIfExpired(false))).isEmpty();
		assertThat(this.elsewhere.lease(KEY, adding("1").stealIfExpired(false))).isEmpty();
		assertThat(this.calls).hasValue(0);
		lapsed.release();
		StateLease<Notes> next = this.elsewhere.lease(KEY, adding("1").stealIfExpired(false)).orElseThrow();
		assertThat(next.takenOver()).isFalse();
		assertState(next, "1");
	}

	@Test
	void whatLapsesBetweenIsNotTakenOverAgainstTheWish() {
		StateLeaseRequest<Notes> gentle = interrupted(() -> {
			leaseElsewhere();
			this.fixture.lapse(SCOPE);
		}).stealIfExpired(false);
		assertThat(this.here.lease(KEY, gentle)).isEmpty();
		assertThat(view(SCOPE).instance()).isEqualTo("node-2");
	}

	@Test
	void anAbsurdTtlIsRefusedWhoeverHoldsTheScope() {
		lease();
		for (Duration absurd : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofNanos(1))) {
			assertThatIllegalArgumentException().isThrownBy(
					() -> this.here.lease(KEY, StateLeaseRequest.of(Notes.class, absurd).transition((notes) -> notes)));
			assertThatIllegalArgumentException()
				.isThrownBy(() -> this.here.attachLease(KEY, UUID.randomUUID(), absurd, Notes.class));
		}
	}

	@Test
	void aSplitSecondIsATtl() {
		assertThat(this.here.lease(KEY, StateLeaseRequest.of(Notes.class, Duration.ofMillis(500)))).isPresent();
	}

	@Test
	void oneOfManyMakesEachTransition() {
		AtomicInteger held = new AtomicInteger();
		try (Crowd crowd = new Crowd()) {
			crowd.together((i) -> {
				for (int n = 0; n < this.fixture.rounds(); n++) {
					((i % 2 == 0) ? this.here : this.elsewhere).lease(KEY, counting()).ifPresent((lease) -> {
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

	private static StateLeaseRequest<Notes> counting() {
		return request()
			.transition((notes) -> Notes.of("" + ((notes != null) ? Integer.parseInt(notes.lines().get(0)) + 1 : 1)));
	}

}
