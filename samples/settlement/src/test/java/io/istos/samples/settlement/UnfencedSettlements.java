package io.istos.samples.settlement;

import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Fence;
import io.istos.Fencing;
import io.istos.ScopeLease;

/**
 * The same without the fence: what the story must not let pass.
 */
@Service
@Primary
@Profile("unfenced")
class UnfencedSettlements extends Settlements {

	UnfencedSettlements(PaymentRepository payments, SettlementRepository settlements, OutboxRepository outbox,
			Clearing clearing, Fence fence) {
		super(payments, settlements, outbox, clearing, fence);
	}

	@Override
	@ScopeLease(scope = "settlement/#{#tenant}", holdAtLeast = "${settlement.clock-skew}", fence = Fencing.NONE)
	@Transactional
	public void settle(String tenant) {
		super.settle(tenant);
	}

}
