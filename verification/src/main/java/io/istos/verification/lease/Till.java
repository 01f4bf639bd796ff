package io.istos.verification.lease;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

import io.istos.Fence;
import io.istos.Lease;
import io.istos.verification.stress.Pauses;

/**
 * Reads a balance, takes its time, and writes the sum and a row. Nothing but the lease
 * keeps others from doing so meanwhile.
 */
class Till {

	private static final int STEPS = 3;

	private static final int SLOWEST_MILLIS = 60;

	private final ExecutorService others = Executors.newCachedThreadPool();

	private final JdbcTemplate jdbc;

	private final TransactionOperations transaction;

	private final Fence fence;

	private final String node;

	Till(JdbcTemplate jdbc, TransactionOperations transaction, Fence fence, String node) {
		this.jdbc = jdbc;
		this.transaction = transaction;
		this.fence = fence;
		this.node = node;
	}

	void add(String scope) {
		add(scope, false);
	}

	void addInSteps(String scope, boolean checkpoints) {
		for (int i = 0; i < STEPS; i++) {
			this.transaction.executeWithoutResult((status) -> {
				long amount = add(scope, checkpoints);
				if (checkpoints) {
					this.fence.checkpoint(amount);
				}
			});
		}
	}

	void addElsewhere(String scope) {
		Lease lease = this.fence.lease();
		CompletableFuture
			.runAsync(() -> lease.run(() -> this.transaction.executeWithoutResult((status) -> add(scope))), this.others)
			.join();
	}

	private long add(String scope, boolean checkpoint) {
		long amount = balance(scope) + 1;
		Pauses.of(ThreadLocalRandom.current().nextInt(SLOWEST_MILLIS));
		this.jdbc.update("insert into entry (scope, epoch, node, amount, checkpoint) values (?, ?, ?, ?, ?)", scope,
				this.fence.token(), this.node, amount, checkpoint);
		this.jdbc.update("update balance set amount = ? where scope = ?", amount, scope);
		return amount;
	}

	private long balance(String scope) {
		return Objects
			.requireNonNull(this.jdbc.queryForObject("select amount from balance where scope = ?", Long.class, scope));
	}

}
