package io.istos;

/**
 * Optional beans that are told what happens to the leases of this process. Called on
 * Istos's own threads or on the one that acquired the lease: a listener must be
 * thread-safe and quick, since others wait behind it. What it throws is logged.
 */
@FunctionalInterface
public interface LeaseListener {

	/**
	 * Something happened.
	 * @param event what
	 */
	void onLeaseEvent(LeaseEvent event);

}
