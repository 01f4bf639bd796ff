package io.istos.engine;

import io.istos.Lease;

/**
 * A lease that was acquired by hand: work under it is done with {@link #run} or
 * {@link #call}, and it lasts until it is closed.
 */
public interface AcquiredLease extends Lease, AutoCloseable {

	/**
	 * Give the lease up, unless that is done or it is lost. Work that still goes on under
	 * it can't commit any more.
	 */
	@Override
	void close();

}
