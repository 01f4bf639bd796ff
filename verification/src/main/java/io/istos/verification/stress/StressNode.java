package io.istos.verification.stress;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.ClaimLostException;
import io.istos.CompletionUncertainException;
import io.istos.InFlightException;
import io.istos.StorageUnavailableException;
import io.istos.testing.TestDatabase;
import io.istos.verification.Waiting;
import io.istos.verification.app.Nodes;

/**
 * A node of the stress, and its callers.
 */
final class StressNode implements AutoCloseable {

	static final List<String> OPERATIONS = List.of("read-committed", "repeatable-read", "required", "nested", "joined");

	private static final int WINDOW = 20;

	private static final int KEYS_PER_SECOND = 25;

	private static final int RETRIES = 5;

	private final Freezer freezer = new Freezer();

	private final Tally tally;

	private final Promises promises;

	private final ConfigurableApplicationContext context;

	private final Stage stage;

	private final TransactionTemplate callers;

	StressNode(String[] arguments, Tally tally, Promises promises) {
		this.tally = tally;
		this.promises = promises;
		this.context = new SpringApplicationBuilder(StressApplication.class).registerShutdownHook(false)
			.initializers((starting) -> {
				starting.getBeanFactory().registerSingleton("freezer", this.freezer);
				starting.getBeanFactory().registerSingleton("tally", tally);
			})
			.run(arguments);
		this.callers = new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class));
		this.stage = this.context.getBean(Stage.class);
	}

	static Map<String, Object> properties(String name, TestDatabase database, long start, boolean ownerCheck) {
		Map<String, Object> properties = Nodes.properties(name, database, false);
		properties.put("istos.durable.lease", Performer.LEASE_MILLIS + "ms");
		properties.put("istos.durable.retention", "1d");
		properties.put("istos.purge.interval", "50ms");
		properties.put("spring.datasource.hikari.maximum-pool-size", "16");
		properties.put("stress.owner-check", String.valueOf(ownerCheck));
		properties.put("stress.start", String.valueOf(start));
		return properties;
	}

	Freezer freezer() {
		return this.freezer;
	}

	/**
	 * Call for any of the keys that all nodes call for at this time; in flight, again
	 * when the hint says so, and then again.
	 */
	void callOnce() {
		long start = this.context.getEnvironment().getRequiredProperty("stress.start", Long.class);
		long number = (System.currentTimeMillis() - start) * KEYS_PER_SECOND / 1000 + random(WINDOW);
		Duration retryAfter = call(number, Act.random(), Manner.random());
		for (int i = 0; retryAfter != null && i < RETRIES; i++) {
			Pauses.of(retryAfter.toMillis());
			retryAfter = call(number, Act.random(), Manner.random());
		}
	}

	private @Nullable Duration call(long number, Act act, Manner manner) {
		Call call = new Call(OPERATIONS.get((int) (number % OPERATIONS.size())), "k" + number, act);
		try {
			this.tally.count("calls");
			switch (manner) {
				case ALONE -> keep(call, perform(call));
				case IN_TRANSACTION -> keep(call, inTransaction((status) -> perform(call)));
				case TWICE -> twice(call);
				case TWO_KEYS -> twoKeys(call, number + OPERATIONS.size());
				case ROLLED_BACK -> inTransaction((status) -> {
					status.setRollbackOnly();
					return perform(call);
				});
				case SWALLOWED -> inTransaction((status) -> swallowing(call));
			}
		}
		catch (InFlightException ex) {
			this.tally.count("threw InFlightException");
			return ex.retryAfter();
		}
		catch (OnPurposeException | ClaimLostException | StorageUnavailableException | CompletionUncertainException
				| DataAccessException | TransactionException ex) {
			this.tally.count("threw " + ex.getClass().getSimpleName());
		}
		return null;
	}

	// Both in one transaction: the second replays what the first is about to commit.
	private void twice(Call call) {
		keep(call, inTransaction((status) -> {
			String first = perform(call);
			String second = perform(call);
			if (call.isKept() && !first.equals(second)) {
				this.promises.contradict(call + " told " + first + ", then " + second);
			}
			return first;
		}));
	}

	private void twoKeys(Call call, long other) {
		Call second = new Call(call.operation(), "k" + other, call.act());
		String[] told = new String[2];
		inTransaction((status) -> {
			told[0] = perform(call);
			told[1] = perform(second);
			return told[0];
		});
		keep(call, told[0]);
		keep(second, told[1]);
	}

	private String swallowing(Call call) {
		try {
			return perform(call);
		}
		catch (OnPurposeException | InFlightException | ClaimLostException | StorageUnavailableException
				| CompletionUncertainException | DataAccessException ex) {
			this.tally.count("swallowed " + ex.getClass().getSimpleName());
			return "";
		}
	}

	private String inTransaction(Work work) {
		return Objects.requireNonNull(this.callers.execute(work::run));
	}

	/**
	 * Call.
	 * @return what the outcome says of itself
	 */
	private String perform(Call call) {
		try {
			return piece(call.operation()).perform(call.key(), call.act()).id().toString();
		}
		catch (Refusal ex) {
			return String.valueOf(ex.getMessage());
		}
	}

	private Stage.Piece piece(String operation) {
		return switch (operation) {
			case "read-committed" -> this.stage::readCommitted;
			case "repeatable-read" -> this.stage::repeatableRead;
			case "required" -> this.stage::required;
			case "nested" -> this.stage::nested;
			case "joined" -> this.stage::joined;
			default -> throw new IllegalArgumentException(operation);
		};
	}

	private void keep(Call call, String told) {
		if (call.isKept()) {
			this.promises.keep(call.operation() + "/" + call.key(), told);
		}
	}

	/**
	 * Call until there is an outcome.
	 * @param operation the operation
	 * @param key the key
	 */
	void finish(String operation, String key) {
		Call call = new Call(operation, key, Act.PLAIN);
		Waiting.until(call + " to be done", Duration.ofSeconds(30), () -> {
			try {
				keep(call, perform(call));
				return true;
			}
			catch (InFlightException | StorageUnavailableException | TransactionException | DataAccessException ex) {
				return false;
			}
		});
	}

	private static int random(int bound) {
		return ThreadLocalRandom.current().nextInt(bound);
	}

	@Override
	public void close() {
		this.context.close();
	}

	private record Call(String operation, String key, Act act) {

		// A body that asked for a rollback returns what did not come to be.
		boolean isKept() {
			return this.act != Act.ROLLBACK_ONLY;
		}

	}

	/**
	 * How a caller calls.
	 */
	private enum Manner {

		ALONE, IN_TRANSACTION, TWICE, TWO_KEYS, ROLLED_BACK, SWALLOWED;

		static Manner random() {
			int number = StressNode.random(10);
			return (number < values().length) ? values()[number] : ALONE;
		}

	}

	private interface Work {

		String run(TransactionStatus status);

	}

}
