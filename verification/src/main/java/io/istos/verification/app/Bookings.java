package io.istos.verification.app;

import java.util.UUID;

import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.istos.DurableCall;

/**
 * Writes business rows, and tells of the steps on the way.
 */
@Component
class Bookings {

	private final JdbcTemplate jdbc;

	private final DurableCall call;

	private final Steps steps;

	private final String node;

	Bookings(JdbcTemplate jdbc, DurableCall call, Steps steps, Environment environment) {
		this.jdbc = jdbc;
		this.call = call;
		this.steps = steps;
		this.node = environment.getRequiredProperty("spring.application.name");
	}

	Receipt book(String key) {
		return book(key, this::insert);
	}

	Receipt book(String key, Insert insert) {
		return book(key, this.call.operation(), this.call.epoch(), insert);
	}

	Receipt bookUnderLease(String key, String desk, long epoch) {
		return book(key, desk, epoch, this::insert);
	}

	private Receipt book(String key, String operation, long epoch, Insert insert) {
		this.steps.reach(key, Step.BODY);
		Booking row = new Booking(UUID.randomUUID(), operation, key, epoch, this.node);
		insert.insert(row);
		this.steps.reach(key, Step.INSERTED);
		if (TransactionSynchronizationManager.isSynchronizationActive()) {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					Bookings.this.steps.reach(key, Step.COMMITTED);
				}

			});
		}
		return new Receipt(row.getId(), key, row.getEpoch());
	}

	private void insert(Booking row) {
		this.jdbc.update("insert into booking (id, operation, booking_key, epoch, node) values (?, ?, ?, ?, ?)",
				row.getId(), row.getOperation(), row.getBookingKey(), row.getEpoch(), row.getNode());
	}

	/**
	 * Writes one row.
	 */
	interface Insert {

		void insert(Booking row);

	}

}
