package io.istos.verification.app;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Fence;
import io.istos.ScopeLease;

/**
 * Books by JDBC under a lease on the key, in a transaction that reads from a snapshot.
 */
@Service("leased-snapshot")
class LeasedSnapshotDesk implements Desk {

	private final Bookings bookings;

	private final Fence fence;

	LeasedSnapshotDesk(Bookings bookings, Fence fence) {
		this.bookings = bookings;
		this.fence = fence;
	}

	@Override
	@ScopeLease("#{#key}")
	@Transactional(transactionManager = "jdbcTransactionManager", isolation = Isolation.REPEATABLE_READ)
	public Receipt book(String key) {
		return this.bookings.bookUnderLease(key, "leased-snapshot", this.fence.token());
	}

}
