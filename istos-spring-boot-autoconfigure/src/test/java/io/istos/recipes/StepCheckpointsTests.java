package io.istos.recipes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.istos.LeaseLostException;
import io.istos.coordination.Coordination;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class StepCheckpointsTests {

	private static final Duration TTL = Duration.ofMinutes(5);

	private final Nodes nodes = new Nodes();

	private final List<String> reserved = new ArrayList<>();

	private final Warehouse warehouse = (order) -> {
		this.reserved.add(order);
		return "shelf " + this.reserved.size();
	};

	@Test
	void theNextNodeGoesOnWhereTheLastOneDied() {
		Fulfilment dying = new Fulfilment(this.nodes.node("left"), this.warehouse, (shelf) -> {
			throw new IllegalStateException("died");
		});
		Fulfilment next = new Fulfilment(this.nodes.node("right"), this.warehouse, (shelf) -> "label of " + shelf);
		assertThatIllegalStateException().isThrownBy(() -> dying.fulfil("4711"));
		assertThat(next.fulfil("4711")).isEmpty();
		this.nodes.pass(TTL);
		assertThat(next.fulfil("4711")).contains("label of shelf 1");
		assertThat(this.reserved).containsExactly("4711");
		assertThat(next.fulfil("4711")).contains("label of shelf 1");
	}

	@Test
	void whoStoodStillMeanwhileRecordsNothing() {
		Fulfilment next = new Fulfilment(this.nodes.node("right"), this.warehouse, (shelf) -> "right label");
		Fulfilment stalled = new Fulfilment(this.nodes.node("left"), this.warehouse, (shelf) -> {
			this.nodes.pass(TTL);
			assertThat(next.fulfil("4711")).contains("right label");
			return "left label";
		});
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> stalled.fulfil("4711"));
		assertThat(next.fulfil("4711")).contains("right label");
	}

	@Test
	void withoutALeaseTheFirstResultIsTheResult() {
		assertThat(new Reservations(this.nodes.node("left"), this.warehouse).shelfOf("4711")).isEqualTo("shelf 1");
		assertThat(new Reservations(this.nodes.node("right"), this.warehouse).shelfOf("4711")).isEqualTo("shelf 1");
		assertThat(this.reserved).hasSize(2);
	}

	record Fulfilment(Coordination coordination, Warehouse warehouse, Carrier carrier) {

		private static final StateLeaseRequest<Steps> REQUEST = StateLeaseRequest.of(Steps.class,
				Duration.ofMinutes(5));

		Optional<String> fulfil(String order) {
			return this.coordination.lease("fulfil/" + order, REQUEST).map((lease) -> {
				String shelf = step(lease, "reserve", () -> this.warehouse.reserve(order));
				String label = step(lease, "label", () -> this.carrier.labelFor(shelf));
				lease.release();
				return label;
			});
		}

		private String step(StateLease<Steps> lease, String name, Supplier<String> work) {
			String done = lease.state().map((steps) -> steps.results().get(name)).orElse(null);
			if (done != null) {
				return done;
			}
			String result = work.get();
			lease.updateState((steps) -> Steps.with(steps, name, result));
			lease.renew();
			return result;
		}

	}

	record Steps(Map<String, String> results) {

		static Steps with(@Nullable Steps before, String name, String result) {
			Map<String, String> results = new HashMap<>((before != null) ? before.results() : Map.of());
			results.put(name, result);
			return new Steps(results);
		}

	}

	record Reservations(Coordination coordination, Warehouse warehouse) {

		String shelfOf(String order) {
			return this.coordination.claim("reserve/" + order, this.warehouse.reserve(order)).value();
		}

	}

	@FunctionalInterface
	interface Warehouse {

		String reserve(String order);

	}

	@FunctionalInterface
	interface Carrier {

		String labelFor(String shelf);

	}

}
