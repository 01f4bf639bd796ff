package io.istos.verification.app;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Durable;

/**
 * Books by JDBC.
 */
@Service("jdbc")
class JdbcDesk implements Desk {

	private final Bookings bookings;

	JdbcDesk(Bookings bookings) {
		this.bookings = bookings;
	}

	@Override
	@Durable(name = "jdbc", key = "#key")
	@Transactional("jdbcTransactionManager")
	public Receipt book(String key) {
		return this.bookings.book(key);
	}

}
