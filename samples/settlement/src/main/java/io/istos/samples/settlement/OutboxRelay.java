package io.istos.samples.settlement;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Fence;
import io.istos.ScopeLease;

/**
 * Sends what is in the outbox, in order, so from one node alone: the one that leads. It
 * keeps the lease from one look to the next, until it ends or dies.
 */
@Component
public class OutboxRelay {

	private static final Log logger = LogFactory.getLog(OutboxRelay.class);

	private final OutboxRepository outbox;

	private final Fence fence;

	OutboxRelay(OutboxRepository outbox, Fence fence) {
		this.outbox = outbox;
		this.fence = fence;
	}

	@Scheduled(fixedDelayString = "${settlement.relay}")
	@ScopeLease(scope = "outbox", keep = true)
	@Transactional
	public void relay() {
		this.outbox.findByEpochIsNullOrderById().forEach(this::send);
	}

	private void send(OutboxMessage message) {
		logger.info("Sent: " + message.text());
		this.outbox.save(message.sent(this.fence.token()));
	}

}
