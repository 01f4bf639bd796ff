package io.istos.recipes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.istos.coordination.Coordination;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;

import static org.assertj.core.api.Assertions.assertThat;

class CooperativeCancelTests {

	private final Nodes nodes = new Nodes();

	private final Control control = new Control(this.nodes.node("right"));

	private final List<String> sent = new ArrayList<>();

	@Test
	void theHolderStopsWhenItIsAskedTo() {
		Mailing mailing = new Mailing(this.nodes.node("left"), (recipient) -> {
			this.sent.add(recipient);
			if (this.sent.size() == 2) {
				assertThat(this.control.cancel("spring")).isTrue();
			}
		});
		mailing.send("spring", List.of("a", "b", "c"));
		assertThat(this.sent).containsExactly("a", "b");
	}

	@Test
	void whatTheHolderWritesMeanwhileDoesNotUndoTheWish() {
		StateLease<Job> lease = this.nodes.node("left")
			.lease("mailing/spring", StateLeaseRequest.of(Job.class, Duration.ofMinutes(1)))
			.orElseThrow();
		this.control.cancel("spring");
		lease.updateState((job) -> Job.of(job).sent());
		assertThat(lease.state()).contains(new Job(1, true));
	}

	@Test
	void thereIsNothingToCancelWhereNobodyWorks() {
		assertThat(this.control.cancel("spring")).isFalse();
		new Mailing(this.nodes.node("left"), this.sent::add).send("spring", List.of("a"));
		assertThat(this.control.cancel("spring")).isFalse();
	}

	@Test
	void theNextRunIsNotCancelledByTheWishBefore() {
		theHolderStopsWhenItIsAskedTo();
		new Mailing(this.nodes.node("left"), this.sent::add).send("spring", List.of("c"));
		assertThat(this.sent).containsExactly("a", "b", "c");
	}

	record Control(Coordination coordination) {

		boolean cancel(String campaign) {
			return this.coordination
				.cooperativeWrite("mailing/" + campaign, Job.class, (job) -> Job.of(job).cancelled())
				.isPresent();
		}

	}

	record Mailing(Coordination coordination, Mailer mailer) {

		void send(String campaign, List<String> recipients) {
			StateLeaseRequest<Job> request = StateLeaseRequest.of(Job.class, Duration.ofMinutes(1));
			Optional<StateLease<Job>> held = this.coordination.lease("mailing/" + campaign, request);
			held.ifPresent((lease) -> send(lease, recipients));
		}

		private void send(StateLease<Job> lease, List<String> recipients) {
			for (String recipient : recipients) {
				lease.renew();
				if (lease.state().filter(Job::cancel).isPresent()) {
					break;
				}
				this.mailer.send(recipient);
				lease.updateState((job) -> Job.of(job).sent());
			}
			lease.release(null);
		}

	}

	record Job(int count, boolean cancel) {

		static Job of(@Nullable Job job) {
			return (job != null) ? job : new Job(0, false);
		}

		Job sent() {
			return new Job(this.count + 1, this.cancel);
		}

		Job cancelled() {
			return new Job(this.count, true);
		}

	}

	@FunctionalInterface
	interface Mailer {

		void send(String recipient);

	}

}
