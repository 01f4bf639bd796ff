package io.istos.recipes;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.annotation.Scheduled;

import io.istos.LeaseLostException;
import io.istos.coordination.Coordination;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SweeperTests {

	private static final Duration TTL = Duration.ofSeconds(30);

	private final Nodes nodes = new Nodes();

	private final Coordination node = this.nodes.node("left");

	private final List<String> open = new java.util.ArrayList<>(List.of("1", "2", "3", "4"));

	private final Sweeper sweeper = new Sweeper(this.nodes.node("right"), new Jobs() {

		@Override
		public List<String> open() {
			return List.copyOf(SweeperTests.this.open);
		}

		@Override
		public void close(String job, String why) {
			SweeperTests.this.open.remove(job);
		}

	});

	@Test
	void itEndsWhatItsWorkerLeftAndNothingElse() {
		StateLease<JobState> dead = begin("1");
		begin("2").release(new JobState("done"));
		this.nodes.pass(TTL);
		StateLease<JobState> alive = begin("3");
		this.sweeper.sweep();
		assertThat(this.open).containsExactly("2", "3", "4");
		assertThat(stateOf("1")).isEqualTo("failed");
		assertThat(stateOf("2")).isEqualTo("done");
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> dead.updateState((state) -> new JobState("done")));
		alive.release(new JobState("done"));
		assertThat(stateOf("3")).isEqualTo("done");
		assertThat(stateOf("4")).isEqualTo("none");
	}

	@Test
	void aWorkerDoesNotTakeOverWhatTheSweeperHasToSee() {
		begin("1");
		this.nodes.pass(TTL);
		assertThat(this.node.lease("job/1", Worker.REQUEST)).isEmpty();
		this.sweeper.sweep();
		assertThat(this.node.lease("job/1", Worker.REQUEST)).isPresent();
	}

	@Test
	void whoSweepsAtOnceSweepsOnce() {
		begin("1");
		this.nodes.pass(TTL);
		this.sweeper.sweep();
		this.sweeper.sweep();
		assertThat(this.open).containsExactly("2", "3", "4");
		assertThat(stateOf("1")).isEqualTo("failed");
	}

	private StateLease<JobState> begin(String job) {
		return this.node.lease("job/" + job, Worker.REQUEST).orElseThrow();
	}

	private String stateOf(String job) {
		StateLease<JobState> lease = this.node.lease("job/" + job, StateLeaseRequest.of(JobState.class, TTL))
			.orElseThrow();
		lease.release();
		return lease.state().map(JobState::status).orElse("none");
	}

	static final class Worker {

		static final StateLeaseRequest<JobState> REQUEST = StateLeaseRequest.of(JobState.class, Duration.ofSeconds(30))
			.stealIfExpired(false)
			.transition((state) -> new JobState("running"));

		private Worker() {
		}

	}

	record Sweeper(Coordination coordination, Jobs jobs) {

		private static final StateLeaseRequest<JobState> FAIL = StateLeaseRequest
			.of(JobState.class, Duration.ofSeconds(30))
			.transition(Sweeper::failed);

		@Scheduled(fixedDelay = 60_000)
		void sweep() {
			for (String job : this.jobs.open()) {
				try {
					this.coordination.lease("job/" + job, FAIL).ifPresent((lease) -> {
						this.jobs.close(job, "its worker died");
						lease.release();
					});
				}
				catch (NothingToSweepException ex) {
					// It ended by itself, or never began.
				}
			}
		}

		private static JobState failed(@Nullable JobState state) {
			if (state == null || !state.status().equals("running")) {
				throw new NothingToSweepException();
			}
			return new JobState("failed");
		}

	}

	record JobState(String status) {
	}

	static final class NothingToSweepException extends RuntimeException {

	}

	interface Jobs {

		List<String> open();

		void close(String job, String why);

	}

}
