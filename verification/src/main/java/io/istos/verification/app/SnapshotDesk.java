package io.istos.verification.app;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Durable;

/**
 * Books by JDBC in a transaction that reads from a snapshot.
 */
@Service("snapshot")
class SnapshotDesk implements Desk {

	private final Bookings bookings;

	SnapshotDesk(Bookings bookings) {
		this.bookings = bookings;
	}

	@Override
	@Durable(name = "snapshot", key = "#key")
	@Transactional(transactionManager = "jdbcTransactionManager", isolation = Isolation.REPEATABLE_READ)
	public Receipt book(String key) {
		return this.bookings.book(key);
	}

}
