package io.istos.storage.contract;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.istos.coordination.StateLease;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A second handle on one period of ownership.
 */
abstract class AttachedLeaseContract extends CoordinationSupport {

	AttachedLeaseContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	private Optional<StateLease<Notes>> attach(UUID owner) {
		return this.elsewhere.attachLease(KEY, owner, LEASE, Notes.class);
	}

	@Test
	void itIsTheSamePeriodAndNothingIsWritten() {
		StateLease<Notes> lease = lease();
		lease.write(Notes.of("1"));
		List<@Nullable Object> before = stored(SCOPE);
		StateLease<Notes> attached = attach(lease.owner()).orElseThrow();
		assertThat(attached.token()).isEqualTo(lease.token());
		assertThat(attached.owner()).isEqualTo(lease.owner());
		assertThat(attached.key()).isEqualTo(KEY);
		assertThat(attached.takenOver()).isFalse();
		assertState(attached, "1");
		assertThat(stored(SCOPE)).isEqualTo(before);
	}

	@Test
	void twoHandlesDoNotFenceEachOther() {
		StateLease<Notes> lease = lease();
		StateLease<Notes> attached = attach(lease.owner()).orElseThrow();
		attached.updateState((notes) -> Notes.add(notes, "attached"));
		lease.updateState((notes) -> Notes.add(notes, "holder"));
		attached.renew();
		lease.renew();
		assertState(attached, "attached", "holder");
		assertState(lease, "attached", "holder");
		this.fixture.lapse(SCOPE);
		attached.renew();
		assertThat(this.plugin.findLease(SCOPE).orElseThrow().isHeld()).isTrue();
	}

	@Test
	void whatOneGivesUpBothHaveLost() {
		StateLease<Notes> lease = lease();
		StateLease<Notes> attached = attach(lease.owner()).orElseThrow();
		attached.release(Notes.of("done"));
		assertLost(lease);
		assertLost(attached);
		assertState(lease(), "done");
	}

	@Test
	void aTakeOverFencesBoth() {
		StateLease<Notes> lease = lease();
		StateLease<Notes> attached = attach(lease.owner()).orElseThrow();
		this.fixture.lapse(SCOPE);
		lease();
		assertLost(lease);
		assertLost(attached);
	}

	@Test
	void thereIsNothingToAttachTo() {
		assertThat(attach(UUID.randomUUID())).as("absent").isEmpty();
		StateLease<Notes> released = lease();
		released.release();
		assertThat(attach(released.owner())).as("released").isEmpty();
		StateLease<Notes> lease = lease();
		assertThat(attach(released.owner())).as("another's").isEmpty();
		this.fixture.lapse(SCOPE);
		assertThat(attach(lease.owner())).as("lapsed").isEmpty();
		leaseElsewhere();
		assertThat(attach(lease.owner())).as("taken over").isEmpty();
		this.fixture.delete(SCOPE);
		assertThat(attach(lease.owner())).as("gone").isEmpty();
	}

}
