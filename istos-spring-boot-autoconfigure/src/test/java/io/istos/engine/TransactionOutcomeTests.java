package io.istos.engine;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import io.istos.Boundary;
import io.istos.LeaseLostException;
import io.istos.transaction.ExpectedTransaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What listeners are told of calls in transactions, on PostgreSQL.
 */
@TestInstance(Lifecycle.PER_CLASS)
class TransactionOutcomeTests {

	private final RecordingListener told = new RecordingListener();

	private Ledger ledger;

	@BeforeAll
	void open() {
		DurableOperations.Collaborators none = DurableOperations.Collaborators.none();
		this.ledger = new Ledger.Options()
			.collaborators(new DurableOperations.Collaborators(none.keyScope(), none.resolvers(), none.traceId(),
					none.cipher(), () -> List.of(this.told), none.classLoader()))
			.create();
	}

	@AfterAll
	void close() {
		this.ledger.close();
	}

	@AfterEach
	void nothingIsLeftToTell() {
		assertThat(this.told.drain()).isEmpty();
	}

	@Test
	void endsWithItsOwnTransaction() throws Exception {
		DurableOperation<String> operation = this.ledger.inOwnTransaction("own");
		operation.call("own", null, () -> {
			assertThat(this.told.drain()).isEmpty();
			return this.ledger.book("own");
		});
		assertThat(this.told.drain()).containsExactly("own EXECUTED", "own returned");
	}

	@Test
	void failureThatCommitsIsAnOutcome() {
		DurableOperation<String> operation = this.ledger.define("committed", DurableOptions.defaults());
		assertThatException()
			.isThrownBy(() -> operation.execute(Ledger.request("committed", ExpectedTransaction.NEW), (invocation) -> {
				Exception[] failure = new Exception[1];
				this.ledger.template().executeWithoutResult((status) -> {
					try {
						invocation.within(() -> {
							throw new IOException("rejected");
						});
					}
					catch (Throwable ex) {
						failure[0] = (Exception) ex;
					}
				});
				throw failure[0];
			}));
		assertThat(this.told.drain()).containsExactly("committed RECORDED IOException", "committed returned");
	}

	@Test
	void rolledBackWithoutAFailureOfItsOwn() {
		DurableOperation<String> operation = this.ledger.define("callers", DurableOptions.defaults());
		this.ledger.template().executeWithoutResult((status) -> {
			call(operation, "callers");
			assertThat(this.told.drain()).containsExactly("callers returned");
			status.setRollbackOnly();
		});
		assertThat(this.told.drain()).containsExactly("callers FAILED");
	}

	@Test
	void replayedInTheTransactionThatIsGoingToCompleteIt() {
		DurableOperation<String> operation = this.ledger.define("twice", DurableOptions.defaults());
		this.ledger.template().executeWithoutResult((status) -> {
			call(operation, "twice");
			this.told.drain();
			call(operation, "twice");
			assertThat(this.told.drain()).containsExactly("twice REPLAYED", "twice returned");
		});
		assertThat(this.told.drain()).containsExactly("twice EXECUTED");
	}

	@Test
	void joinedClaimThatRolledBack() {
		DurableOperation<String> operation = this.ledger.define("joined",
				DurableOptions.defaults().withBoundary(Boundary.JOINED));
		this.ledger.template().executeWithoutResult((status) -> {
			call(operation, "joined");
			status.setRollbackOnly();
		});
		assertThat(this.told.drain()).containsExactly("joined returned", "joined FAILED");
		this.ledger.template().executeWithoutResult((status) -> call(operation, "joined"));
		this.told.drain();
		this.ledger.template().executeWithoutResult((status) -> call(operation, "joined"));
		assertThat(this.told.drain()).containsExactly("joined REPLAYED", "joined returned");
	}

	@Test
	void lostBeforeItsCommit() {
		DurableOperation<String> operation = this.ledger.inOwnTransaction("lost");
		assertThatException().isThrownBy(() -> operation.call("lost", null, () -> {
			this.ledger.steal("lost");
			return this.ledger.book("lost");
		}));
		assertThat(this.told.drain()).containsExactly("lost completion refused", "lost LOST ClaimLostException",
				"lost returned");
	}

	@Test
	void refusedFence() {
		ScopeLeases leases = new ScopeLeases(this.ledger.operations, Ledger.LEASE, (event) -> {
		});
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> leases.run("fenced", LeaseOptions.defaults(),
					() -> this.ledger.template()
						.executeWithoutResult((status) -> this.ledger.outside
							.update("UPDATE istos.istos_lease SET owner = gen_random_uuid() WHERE scope = 'fenced'"))));
		assertThat(this.told.drain()).containsExactly("lease lost TAKEN_OVER", "fence refused",
				"ScopeLeases LOST LeaseLostException", "ScopeLeases returned");
	}

	private static String call(DurableOperation<String> operation, String key) {
		try {
			return operation.call(key, null, () -> "result");
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
	}

}
