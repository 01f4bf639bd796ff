package io.istos.samples.settlement;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Has every tenant settled each night. Fires on every node: a tenant whom one of them
 * settles is skipped by the others, which go on to the next.
 */
@Component
class NightlySettlement {

	private static final Log logger = LogFactory.getLog(NightlySettlement.class);

	private final PaymentRepository payments;

	private final Settlements settlements;

	NightlySettlement(PaymentRepository payments, Settlements settlements) {
		this.payments = payments;
		this.settlements = settlements;
	}

	@Scheduled(cron = "${settlement.nightly}")
	void settleAll() {
		this.payments.findTenants().forEach(this::settle);
	}

	private void settle(String tenant) {
		try {
			this.settlements.settle(tenant);
		}
		catch (RuntimeException ex) {
			logger.warn("Not settled: " + tenant + ". The next tenants are, and this one the next time.", ex);
		}
	}

}
