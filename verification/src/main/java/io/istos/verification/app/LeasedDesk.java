package io.istos.verification.app;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Fence;
import io.istos.ScopeLease;

/**
 * Books by JDBC under a lease on the key.
 */
@Service("leased")
class LeasedDesk implements Desk {

	private final Bookings bookings;

	private final Fence fence;

	LeasedDesk(Bookings bookings, Fence fence) {
		this.bookings = bookings;
		this.fence = fence;
	}

	@Override
	@ScopeLease("#{#key}")
	@Transactional("jdbcTransactionManager")
	public Receipt book(String key) {
		return this.bookings.bookUnderLease(key, "leased", this.fence.token());
	}

}
