package io.istos.engine;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Tells how the renewals of one kind fare. Used by the renewing thread.
 */
final class RenewalReport {

	private static final Log logger = LogFactory.getLog(RenewalReport.class);

	private final EngineListener.Held held;

	private final EngineListener listener;

	private boolean failing;

	RenewalReport(EngineListener.Held held, EngineListener listener) {
		this.held = held;
		this.listener = listener;
	}

	void kept(boolean renewed) {
		this.listener.renewed(this.held,
				renewed ? EngineListener.RenewalAnswer.RENEWED : EngineListener.RenewalAnswer.LOCKED, 1);
	}

	void lost() {
		this.listener.renewed(this.held, EngineListener.RenewalAnswer.LOST, 1);
	}

	void answered() {
		if (this.failing) {
			this.failing = false;
			logger.info("Renewing " + what() + " works again");
		}
	}

	void unanswered(int count, RuntimeException ex) {
		if (!this.failing) {
			this.failing = true;
			logger.warn("Renewing " + count + " " + what() + " failed; trying on: " + ex.getMessage());
		}
		logger.debug("Renewal failure", ex);
		this.listener.renewed(this.held, EngineListener.RenewalAnswer.UNANSWERED, count);
	}

	private String what() {
		return (this.held == EngineListener.Held.CLAIM) ? "claims" : "leases";
	}

}
