package io.istos.verification.stress;

import java.util.UUID;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.DurableCall;
import io.istos.verification.app.Receipt;

/**
 * The body of every durable method of the stress: one row, and an act.
 */
class Performer {

	static final long LEASE_MILLIS = 400;

	static final long STALL_MILLIS = LEASE_MILLIS * 5 / 2;

	private final JdbcTemplate jdbc;

	private final DurableCall call;

	private final Freezer freezer;

	private final TransactionTemplate nested;

	private final String node;

	Performer(JdbcTemplate jdbc, DurableCall call, Freezer freezer, PlatformTransactionManager manager, String node) {
		this.jdbc = jdbc;
		this.call = call;
		this.freezer = freezer;
		this.nested = new TransactionTemplate(manager);
		this.nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
		this.node = node;
	}

	Receipt perform(String key, Act act) throws Refusal {
		this.freezer.pass();
		UUID row = insert(key);
		switch (act) {
			case SLOW -> Pauses.of(LEASE_MILLIS * 3 / 2);
			case STALL -> this.freezer.stall(this.call.epoch(), STALL_MILLIS);
			case THROW -> throw new OnPurposeException();
			case REFUSE -> throw new Refusal("Refused, on record in " + row);
			case ROLLBACK_ONLY -> TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
			case SAVEPOINT -> this.nested.executeWithoutResult((status) -> {
				insert(key);
				status.setRollbackOnly();
			});
			case CUT -> this.jdbc.execute("select pg_terminate_backend(pg_backend_pid())");
			case PLAIN -> {
			}
		}
		this.freezer.pass();
		return new Receipt(row, key, this.call.epoch());
	}

	private UUID insert(String key) {
		UUID row = UUID.randomUUID();
		this.jdbc.update("insert into booking (id, operation, booking_key, epoch, node) values (?, ?, ?, ?, ?)", row,
				this.call.operation(), key, this.call.epoch(), this.node);
		return row;
	}

}
