package io.istos.recipes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.annotation.Scheduled;

import io.istos.LeaseLostException;
import io.istos.coordination.Coordination;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class SweeperTests {

	private static final Duration TTL = Duration.ofSeconds(30);

	private final Nodes nodes = new Nodes();

	private final Coordination node = this.nodes.node("left");

	private final Worker worker = new Worker(this.node);

	private final OpenJobs jobs = new OpenJobs();

	private final Sweeper sweeper = new Sweeper(this.nodes.node("right"), this.jobs);

	@Test
	void itEndsWhatItsWorkerLeftAndNothingElse() {
		StateLease<JobState> dead = begin("1");
		begin("2").release(new JobState("done"));
		this.nodes.pass(TTL);
		StateLease<JobState> alive = begin("3");
		this.sweeper.sweep();
		assertThat(this.jobs.open()).containsExactly("2", "3", "4");
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
		assertThat(this.worker.begin("1")).isEmpty();
		this.sweeper.sweep();
		assertThat(this.worker.begin("1")).isPresent();
	}

	@Test
	void aSweeperThatDiesIsSweptItself() {
		begin("1");
		this.nodes.pass(TTL);
		this.jobs.dying = true;
		assertThatIllegalStateException().isThrownBy(this.sweeper::sweep);
		this.jobs.dying = false;
		this.sweeper.sweep();
		assertThat(this.jobs.open()).contains("1");
		this.nodes.pass(TTL);
		this.sweeper.sweep();
		assertThat(this.jobs.open()).doesNotContain("1");
	}

	private StateLease<JobState> begin(String job) {
		return this.worker.begin(job).orElseThrow();
	}

	private String stateOf(String job) {
		StateLease<JobState> lease = this.node.lease("job/" + job, StateLeaseRequest.of(JobState.class, TTL))
			.orElseThrow();
		lease.release();
		return lease.state().map(JobState::status).orElse("none");
	}

	record Worker(Coordination coordination) {

		Optional<StateLease<JobState>> begin(String job) {
			StateLeaseRequest<JobState> request = StateLeaseRequest.of(JobState.class, Duration.ofSeconds(30))
				.stealIfExpired(false)
				.transition((state) -> new JobState("running"));
			return this.coordination.lease("job/" + job, request);
		}

	}

	record Sweeper(Coordination coordination, Jobs jobs) {

		@Scheduled(fixedDelay = 60_000)
		void sweep() {
			StateLeaseRequest<JobState> request = StateLeaseRequest.of(JobState.class, Duration.ofSeconds(30))
				.transition(Sweeper::failed);
			for (String job : this.jobs.open()) {
				try {
					this.coordination.lease("job/" + job, request).ifPresent((lease) -> {
						this.jobs.close(job, "its worker died");
						lease.release();
					});
				}
				catch (NothingToSweepException ex) {
					// Its worker ended it, or has not begun.
				}
			}
		}

		private static JobState failed(@Nullable JobState state) {
			if (state == null || state.status().equals("done")) {
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

	private static final class OpenJobs implements Jobs {

		private final List<String> open = new ArrayList<>(List.of("1", "2", "3", "4"));

		private boolean dying;

		@Override
		public List<String> open() {
			return List.copyOf(this.open);
		}

		@Override
		public void close(String job, String why) {
			if (this.dying) {
				throw new IllegalStateException("died");
			}
			this.open.remove(job);
		}

	}

}
