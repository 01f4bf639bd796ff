package io.istos.verification.app;

import org.springframework.stereotype.Service;

import io.istos.Boundary;
import io.istos.Durable;

/**
 * Books by JDBC without a transaction: row and outcome are two commits.
 */
@Service("own")
class OwnDesk implements Desk {

	private final Bookings bookings;

	OwnDesk(Bookings bookings) {
		this.bookings = bookings;
	}

	@Override
	@Durable(name = "without-transaction", key = "#key", boundary = Boundary.OWN)
	public Receipt book(String key) {
		return this.bookings.book(key);
	}

}
