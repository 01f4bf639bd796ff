package io.istos;

/**
 * How the work under a lease learns that the lease was lost, besides the refusal of its
 * commits.
 */
public enum OnLost {

	/**
	 * By {@link Lease#lost()}, and by {@link LeaseListener}s.
	 */
	SIGNAL,

	/**
	 * In addition, the threads that work under the lease are interrupted.
	 */
	INTERRUPT

}
