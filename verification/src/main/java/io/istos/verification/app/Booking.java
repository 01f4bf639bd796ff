package io.istos.verification.app;

import java.util.UUID;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * A business row.
 */
@Entity
@Table(name = "booking")
class Booking {

	@Id
	private UUID id;

	private String operation;

	@Column(name = "booking_key")
	private String bookingKey;

	private long epoch;

	private String node;

	@SuppressWarnings("NullAway.Init") // for Hibernate
	protected Booking() {
	}

	Booking(UUID id, String operation, String bookingKey, long epoch, String node) {
		this.id = id;
		this.operation = operation;
		this.bookingKey = bookingKey;
		this.epoch = epoch;
		this.node = node;
	}

	UUID getId() {
		return this.id;
	}

	String getOperation() {
		return this.operation;
	}

	String getBookingKey() {
		return this.bookingKey;
	}

	long getEpoch() {
		return this.epoch;
	}

	String getNode() {
		return this.node;
	}

}
