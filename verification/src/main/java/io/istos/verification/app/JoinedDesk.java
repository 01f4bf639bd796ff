package io.istos.verification.app;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Boundary;
import io.istos.Durable;

/**
 * Books by JDBC, claim and all in one transaction.
 */
@Service("joined")
class JoinedDesk implements Desk {

	private final Bookings bookings;

	JoinedDesk(Bookings bookings) {
		this.bookings = bookings;
	}

	@Override
	@Durable(name = "joined", key = "#key", boundary = Boundary.JOINED)
	@Transactional("jdbcTransactionManager")
	public Receipt book(String key) {
		return this.bookings.book(key);
	}

}
