package io.istos.recipes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import io.istos.LeaseLostException;
import io.istos.coordination.Coordination;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;
import io.istos.storage.LeaseStore;
import io.istos.storage.LeaseView;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class WorkerHeartbeatTests {

	private static final Duration TTL = Duration.ofSeconds(30);

	private static final List<String> PARTS = List.of("a", "b", "c");

	private final Nodes nodes = new Nodes();

	private final Watch watch = new Watch(this.nodes.store(), Nodes.NAMESPACE);

	private final List<String> done = new ArrayList<>();

	@Test
	void aSlowWorkerThatBeatsKeepsItsJob() {
		boolean ran = worker("left", () -> {
			this.nodes.pass(TTL.minusSeconds(1));
			assertThat(this.watch.seen("reindex")).isEqualTo(Watch.Sign.ALIVE);
			assertThat(worker("right", () -> {
			}).work("reindex", PARTS)).isFalse();
		}).work("reindex", PARTS);
		assertThat(ran).isTrue();
		assertThat(this.done).containsExactlyElementsOf(PARTS);
		assertThat(this.watch.seen("reindex")).isEqualTo(Watch.Sign.IDLE);
	}

	@Test
	void theNextWorkerGoesOnWhenTheHeartStands() {
		Worker stalled = worker("left", () -> {
			if (this.done.size() == 2) {
				this.nodes.pass(TTL);
				assertThat(this.watch.seen("reindex")).isEqualTo(Watch.Sign.SILENT);
				assertThat(worker("right", () -> {
				}).work("reindex", PARTS)).isTrue();
			}
		});
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> stalled.work("reindex", PARTS));
		assertThat(this.done).containsExactly("a", "b", "b", "c");
	}

	@Test
	void whoBeatsLateGoesOnIfNobodyCameMeanwhile() {
		assertThat(worker("left", () -> this.nodes.pass(TTL.plusSeconds(1))).work("reindex", PARTS)).isTrue();
		assertThat(this.done).containsExactlyElementsOf(PARTS);
	}

	private Worker worker(String name, Runnable meanwhile) {
		return new Worker(this.nodes.node(name), (part) -> {
			this.done.add(part);
			meanwhile.run();
		});
	}

	record Worker(Coordination coordination, Index index) {

		boolean work(String job, List<String> parts) {
			Optional<StateLease<Progress>> held = this.coordination.lease("job/" + job,
					StateLeaseRequest.of(Progress.class, Duration.ofSeconds(30)));
			held.ifPresent((lease) -> work(lease, parts));
			return held.isPresent();
		}

		private void work(StateLease<Progress> lease, List<String> parts) {
			int done = lease.state().map(Progress::done).orElse(0);
			for (int next = done; next < parts.size(); next++) {
				this.index.rebuild(parts.get(next));
				int after = next + 1;
				lease.updateState((progress) -> new Progress(after));
				lease.renew();
			}
			lease.release(null);
		}

	}

	record Progress(int done) {
	}

	record Watch(LeaseStore leases, String namespace) {

		Sign seen(String job) {
			Optional<LeaseView> lease = this.leases.findLease(new ScopeKey(this.namespace, "job/" + job));
			if (lease.isEmpty() || lease.get().owner() == null) {
				return Sign.IDLE;
			}
			return lease.get().isHeld() ? Sign.ALIVE : Sign.SILENT;
		}

		enum Sign {

			IDLE, ALIVE, SILENT

		}

	}

	@FunctionalInterface
	interface Index {

		void rebuild(String part);

	}

}
