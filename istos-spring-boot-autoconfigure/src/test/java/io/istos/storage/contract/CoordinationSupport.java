package io.istos.storage.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.util.unit.DataSize;

import io.istos.LeaseLostException;
import io.istos.coordination.Coordination;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.ScopeKey;
import io.istos.storage.StoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The words the contracts of {@link Coordination} are written in.
 */
abstract class CoordinationSupport extends LeaseSupport {

	static final DataSize MOST = DataSize.ofKilobytes(10);

	static final String KEY = "nightly";

	static final ScopeKey SCOPE = scope(KEY);

	Coordination here;

	Coordination elsewhere;

	CoordinationSupport(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@BeforeEach
	void coordinate() {
		this.here = over(this.plugin, "node-1");
		this.elsewhere = over(this.other, "node-2");
	}

	static Coordination over(StoragePlugin store, String instance) {
		return new Coordination(store, new JacksonResultCodec(MOST), () -> "shop", instance);
	}

	static StateLeaseRequest<Notes> request() {
		return StateLeaseRequest.of(Notes.class, LEASE);
	}

	StateLease<Notes> lease() {
		return this.here.lease(KEY, request()).orElseThrow();
	}

	StateLease<Notes> leaseElsewhere() {
		return this.elsewhere.lease(KEY, request()).orElseThrow();
	}

	/**
	 * A lease that another has taken over.
	 */
	StateLease<Notes> stolen() {
		StateLease<Notes> stolen = lease();
		this.fixture.lapse(SCOPE);
		leaseElsewhere();
		return stolen;
	}

	/**
	 * Add to the state, on another node.
	 */
	Notes cooperate(String line) {
		return this.elsewhere.cooperativeWrite(KEY, Notes.class, (notes) -> Notes.add(notes, line)).orElseThrow();
	}

	static void assertState(StateLease<Notes> lease, String... lines) {
		assertThat(lease.state().map(Notes::lines).orElse(List.of())).containsExactly(lines);
	}

	void assertStored(String... lines) {
		StateLease<Notes> next = this.elsewhere.attachLease(KEY, owner(), LEASE, Notes.class).orElseThrow();
		assertState(next, lines);
	}

	private UUID owner() {
		return Objects.requireNonNull(view(SCOPE).owner());
	}

	/**
	 * Assert that nothing can be done through a handle any more, and nothing is.
	 */
	void assertLost(StateLease<Notes> lease) {
		List<@Nullable Object> before = this.other.findLease(SCOPE).isPresent() ? stored(SCOPE) : List.of();
		for (ThrowingCallable use : List.<ThrowingCallable>of(lease::renew, () -> lease.write(Notes.of("lost")),
				() -> lease.updateState((notes) -> Notes.add(notes, "lost")), lease::release,
				() -> lease.release(Notes.of("lost")))) {
			assertThatExceptionOfType(LeaseLostException.class).isThrownBy(use)
				.withMessageContaining(KEY)
				.withMessageContaining(String.valueOf(lease.token()));
		}
		assertThat(this.other.findLease(SCOPE).isPresent() ? stored(SCOPE) : List.of()).isEqualTo(before);
	}

	/**
	 * A state.
	 *
	 * @param lines what was noted
	 */
	record Notes(List<String> lines) {

		static Notes of(String... lines) {
			return new Notes(List.of(lines));
		}

		static Notes add(@Nullable Notes notes, String line) {
			List<String> lines = new ArrayList<>((notes != null) ? notes.lines : List.of());
			lines.add(line);
			return new Notes(lines);
		}

	}

}
