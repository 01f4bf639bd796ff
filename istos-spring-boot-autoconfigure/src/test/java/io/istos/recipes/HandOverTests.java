package io.istos.recipes;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import io.istos.LeaseLostException;
import io.istos.coordination.Coordination;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class HandOverTests {

	private static final Duration TTL = Duration.ofMinutes(2);

	private final Nodes nodes = new Nodes();

	private final FrontDesk desk = new FrontDesk(this.nodes.node("left"));

	private final Workshop workshop = new Workshop(this.nodes.node("right"));

	@Test
	void anotherProcessGoesOnUnderTheSameToken() {
		Ticket ticket = this.desk.accept("4711").orElseThrow();
		this.nodes.pass(TTL.minusSeconds(1));
		StateLease<Repair> lease = this.workshop.takeOn(ticket).orElseThrow();
		this.nodes.pass(TTL.minusSeconds(1));
		assertThat(this.desk.accept("4711")).isEmpty();
		assertThat(lease.token()).isEqualTo(ticket.token());
		this.workshop.finish(lease);
		StateLease<Repair> next = this.nodes.node("left")
			.lease("repair/4711", StateLeaseRequest.of(Repair.class, TTL))
			.orElseThrow();
		assertThat(next.state()).contains(new Repair("repaired"));
		assertThat(next.token()).isGreaterThan(ticket.token());
	}

	@Test
	void aTicketThatIsTooOldIsWorthNothing() {
		Ticket ticket = this.desk.accept("4711").orElseThrow();
		this.nodes.pass(TTL);
		assertThat(this.workshop.takeOn(ticket)).isEmpty();
	}

	@Test
	void aTicketOfAFormerPeriodIsWorthNothing() {
		Ticket former = this.desk.accept("4711").orElseThrow();
		StateLease<Repair> attached = this.workshop.takeOn(former).orElseThrow();
		this.nodes.pass(TTL);
		Ticket present = this.desk.accept("4711").orElseThrow();
		assertThat(this.workshop.takeOn(former)).isEmpty();
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> this.workshop.finish(attached));
		assertThat(this.workshop.takeOn(present)).isPresent();
	}

	record FrontDesk(Coordination coordination) {

		Optional<Ticket> accept(String device) {
			StateLeaseRequest<Repair> request = StateLeaseRequest.of(Repair.class, Duration.ofMinutes(2))
				.transition((repair) -> new Repair("accepted"));
			return this.coordination.lease("repair/" + device, request)
				.map((lease) -> new Ticket(device, lease.owner(), lease.token()));
		}

	}

	record Ticket(String device, UUID owner, long token) {
	}

	record Workshop(Coordination coordination) {

		Optional<StateLease<Repair>> takeOn(Ticket ticket) {
			Optional<StateLease<Repair>> lease = this.coordination.attachLease("repair/" + ticket.device(),
					ticket.owner(), Duration.ofMinutes(2), Repair.class);
			lease.ifPresent(StateLease::renew);
			return lease;
		}

		void finish(StateLease<Repair> lease) {
			lease.release(new Repair("repaired"));
		}

	}

	record Repair(String status) {
	}

}
