package io.istos.verification.app;

import java.util.Objects;

import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.Fence;
import io.istos.ScopeLease;

/**
 * Books by JDBC under a lease on the key, in a transaction that begins when the work is
 * nearly done.
 */
@Service("leased-ahead")
class LeasedAheadDesk implements Desk {

	private final Bookings bookings;

	private final Fence fence;

	private final Steps steps;

	private final TransactionTemplate transaction;

	LeasedAheadDesk(Bookings bookings, Fence fence, Steps steps, DataSourceTransactionManager manager) {
		this.bookings = bookings;
		this.fence = fence;
		this.steps = steps;
		this.transaction = new TransactionTemplate(manager);
	}

	@Override
	@ScopeLease("#{#key}")
	public Receipt book(String key) {
		this.steps.reach(key, Step.BODY);
		return Objects.requireNonNull(this.transaction
			.execute((status) -> this.bookings.bookUnderLease(key, "leased-ahead", this.fence.token())));
	}

}
