package io.istos.storage.contract;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.istos.coordination.StateLease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Who writes a state without holding the lease.
 */
abstract class CooperativeWriteContract extends CoordinationSupport {

	private final AtomicInteger calls = new AtomicInteger();

	CooperativeWriteContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void theHolderSeesItWithItsRenewalAndIsNotDisturbed() {
		StateLease<Notes> lease = lease();
		lease.write(Notes.of("1"));
		List<@Nullable Object> before = stored(SCOPE);
		assertThat(cooperate("2")).isEqualTo(Notes.of("1", "2"));
		assertThat(stored(SCOPE).subList(0, 5)).as("owner, epoch, deadline, acquisition, instance")
			.isEqualTo(before.subList(0, 5));
		assertState(lease, "1");
		lease.renew();
		assertState(lease, "1", "2");
		assertThat(view(SCOPE).epoch()).isEqualTo(lease.token());
		assertThat(view(SCOPE).version()).isEqualTo(2);
	}

	@Test
	void itSurvivesAReleaseWithoutAState() {
		StateLease<Notes> lease = lease();
		cooperate("1");
		lease.release();
		assertState(leaseElsewhere(), "1");
	}

	@Test
	void twoThatRaceAreMerged() {
		lease();
		this.here.cooperativeWrite(KEY, Notes.class, (notes) -> {
			if (this.calls.incrementAndGet() == 1) {
				cooperate("between");
			}
			return Notes.add(notes, "mine");
		});
		assertThat(this.calls).hasValue(2);
		assertStored("between", "mine");
	}

	@Test
	void anUpdateOfTheHolderMergesIt() {
		StateLease<Notes> lease = lease();
		cooperate("unseen");
		lease.updateState((notes) -> {
			if (this.calls.incrementAndGet() == 2) {
				cooperate("between");
			}
			return Notes.add(notes, "mine");
		});
		assertThat(this.calls).hasValue(3);
		assertState(lease, "unseen", "between", "mine");
		assertStored("unseen", "between", "mine");
	}

	@Test
	void aPlainWriteOfTheHolderDiscardsIt() {
		StateLease<Notes> lease = lease();
		cooperate("unseen");
		lease.write(Notes.of("mine"));
		assertStored("mine");
	}

	@Test
	void withoutALeaseNothingIsWritten() {
		assertThat(this.here.cooperativeWrite(KEY, Notes.class, this::count)).isEmpty();
		lease().release(Notes.of("1"));
		List<@Nullable Object> before = stored(SCOPE);
		assertThat(this.here.cooperativeWrite(KEY, Notes.class, this::count)).isEmpty();
		assertThat(this.calls).hasValue(0);
		assertThat(stored(SCOPE)).isEqualTo(before);
	}

	private Notes count(@Nullable Notes notes) {
		return Notes.add(notes, "" + this.calls.incrementAndGet());
	}

	@Test
	void whatIsGivenUpMeanwhileIsNotWritten() {
		StateLease<Notes> lease = lease();
		assertThat(this.elsewhere.cooperativeWrite(KEY, Notes.class, (notes) -> {
			lease.release(Notes.of("final"));
			return count(notes);
		})).isEmpty();
		assertState(lease(), "final");
	}

	@Test
	void itGoesToWhoeverHoldsTheScopeThen() {
		lease();
		this.here.cooperativeWrite(KEY, Notes.class, (notes) -> {
			if (this.calls.incrementAndGet() == 1) {
				this.fixture.lapse(SCOPE);
				leaseElsewhere().write(Notes.of("thief"));
			}
			return Notes.add(notes, "mine");
		});
		assertStored("thief", "mine");
	}

	@Test
	void aLapsedLeaseThatNobodyTookIsWritten() {
		StateLease<Notes> lease = lease();
		this.fixture.lapse(SCOPE);
		cooperate("1");
		assertThat(view(SCOPE).isHeld()).isFalse();
		lease.renew();
		assertState(lease, "1");
	}

	@Test
	void itMayLeaveNoState() {
		StateLease<Notes> lease = lease();
		lease.write(Notes.of("1"));
		assertThat(this.elsewhere.cooperativeWrite(KEY, Notes.class, (notes) -> null)).isEmpty();
		lease.renew();
		assertThat(lease.state()).isEmpty();
	}

	@Test
	void aFailingChangeWritesNothing() {
		lease();
		List<@Nullable Object> before = stored(SCOPE);
		RuntimeException failure = new IllegalStateException("boom");
		assertThatThrownBy(() -> this.here.cooperativeWrite(KEY, Notes.class, (notes) -> {
			throw failure;
		})).isSameAs(failure);
		assertThat(stored(SCOPE)).isEqualTo(before);
	}

	@Test
	void manyWritersAndTheHolderLoseNothing() {
		StateLease<Notes> lease = lease();
		int each = Math.min(this.fixture.rounds(), 40);
		try (Crowd crowd = new Crowd()) {
			crowd.together((i) -> {
				for (int n = 0; n < each; n++) {
					if (i == 0) {
						lease.updateState((notes) -> Notes.add(notes, "holder"));
						lease.renew();
					}
					else {
						((i % 2 == 0) ? this.here : this.elsewhere).cooperativeWrite(KEY, Notes.class,
								(notes) -> Notes.add(notes, "x"));
					}
				}
				return i;
			});
		}
		lease.renew();
		assertThat(lease.state().orElseThrow().lines()).hasSize(Crowd.SIZE * each);
		assertThat(view(SCOPE).version()).isEqualTo(Crowd.SIZE * (long) each);
	}

}
