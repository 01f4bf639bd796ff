package io.istos.samples.settlement;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Optional;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Fence;
import io.istos.ScopeLease;

/**
 * Settles business days, each tenant's on one node at a time.
 */
@Service
public class Settlements {

	private final PaymentRepository payments;

	private final SettlementRepository settlements;

	private final OutboxRepository outbox;

	private final Clearing clearing;

	private final Fence fence;

	Settlements(PaymentRepository payments, SettlementRepository settlements, OutboxRepository outbox,
			Clearing clearing, Fence fence) {
		this.payments = payments;
		this.settlements = settlements;
		this.outbox = outbox;
		this.clearing = clearing;
		this.fence = fence;
	}

	/**
	 * Settles the first day that isn't settled, if there is one. Under the lease nobody
	 * else can settle it in between; and if this process stalls so long that another one
	 * does, this transaction can't commit.
	 * <p>
	 * The scope stays busy for as long as the clocks of the nodes may differ, so that a
	 * node whose clock is late finds it busy too.
	 */
	@ScopeLease(scope = "settlement/#{#tenant}", holdAtLeast = "${settlement.clock-skew}")
	@Transactional
	public void settle(String tenant) {
		Optional<LocalDate> day = this.payments.findFirstUnsettledDay(tenant);
		day.ifPresent((unsettled) -> settle(tenant, unsettled));
	}

	private void settle(String tenant, LocalDate day) {
		BigDecimal amount = this.payments.findByTenantAndDay(tenant, day)
			.stream()
			.map(this.clearing::clear)
			.reduce(BigDecimal.ZERO, BigDecimal::add);
		this.settlements.save(new Settlement(null, tenant, day, amount, this.fence.token()));
		this.outbox.save(OutboxMessage.of("Dear %s, for %s you get %s".formatted(tenant, day, amount)));
	}

}
