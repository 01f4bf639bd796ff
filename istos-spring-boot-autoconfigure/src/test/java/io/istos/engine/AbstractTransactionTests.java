package io.istos.engine;

import java.sql.Connection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.Boundary;
import io.istos.ClaimLostException;
import io.istos.InFlightException;
import io.istos.KeyReusedException;
import io.istos.OnFailure;
import io.istos.TransactionRequiredException;
import io.istos.storage.Renewal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * The database's commit decides: every way for a transaction to end, each told by the
 * committed rows, the state of the claim and what the next call does.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractTransactionTests {

	private Ledger ledger;

	private DurableOperation<String> auto;

	private DurableOperation<String> ownTransaction;

	abstract AbstractPlatformTransactionManager manager(DataSource dataSource);

	Ledger.Options options() {
		return new Ledger.Options().manager(this::manager);
	}

	@BeforeAll
	void open() {
		this.ledger = options().create();
		this.auto = this.ledger.define("auto", DurableOptions.defaults());
		this.ownTransaction = this.ledger.inOwnTransaction("own-transaction");
	}

	@AfterAll
	void close() {
		this.ledger.close();
	}

	// --- the method's own transaction

	@Test
	void rowsAndOutcomeCommitTogether() throws Exception {
		String first = book(this.ownTransaction, "commit");
		assertThat(this.ledger.rows("commit")).isEqualTo(1);
		assertThat(this.ledger.state("commit")).isEqualTo("D");
		assertThat(book(this.ownTransaction, "commit")).isEqualTo(first);
		assertThat(this.ledger.rows("commit")).isEqualTo(1);
	}

	@Test
	void outcomeIsInvisibleBeforeTheCommit() throws Exception {
		this.ownTransaction.call("invisible", null, () -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void beforeCommit(boolean readOnly) {
					assertThat(AbstractTransactionTests.this.ledger.state("invisible")).isEqualTo("C");
				}
			});
			return this.ledger.book("invisible");
		});
		assertThat(this.ledger.state("invisible")).isEqualTo("D");
	}

	@Test
	void exceptionRollsBackAndReleases() throws Exception {
		IllegalArgumentException failure = new IllegalArgumentException("no");
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> this.ownTransaction.call("throws", null, () -> {
				this.ledger.book("throws");
				throw failure;
			}))
			.isSameAs(failure);
		assertNothingHappened("throws");
		assertRunsOnceMore(this.ownTransaction, "throws");
	}

	@Test
	void exceptionThatCommitsIsAnOutcome() {
		DurableInvocation.Around committing = (invocation) -> {
			AtomicReference<Throwable> failure = new AtomicReference<>();
			this.ledger.template().executeWithoutResult((status) -> {
				try {
					invocation.within(() -> {
						this.ledger.book("commits");
						throw new java.io.IOException("rejected");
					});
				}
				catch (Throwable ex) {
					failure.set(ex);
				}
			});
			throw failure.get();
		};
		CallSource request = Ledger.request("commits", io.istos.transaction.ExpectedTransaction.NEW);
		for (int i = 0; i < 3; i++) {
			assertThatExceptionOfType(java.io.IOException.class)
				.isThrownBy(() -> this.auto.execute(request, committing))
				.withMessage("rejected");
		}
		assertThat(this.ledger.rows("commits")).isEqualTo(1);
		assertThat(this.ledger.state("commits")).isEqualTo("D");
	}

	@Test
	void setRollbackOnlyWithNormalReturnIsNotDone() throws Exception {
		DurableInvocation.Around around = (invocation) -> this.ledger.template().execute((status) -> {
			try {
				status.setRollbackOnly();
				return invocation.within(() -> this.ledger.book("rollback-only"));
			}
			catch (Throwable ex) {
				throw new AssertionError(ex);
			}
		});
		assertThatNoException().isThrownBy(() -> this.auto
			.execute(Ledger.request("rollback-only", io.istos.transaction.ExpectedTransaction.NEW), around));
		assertNothingHappened("rollback-only");
		assertRunsOnceMore(this.auto, "rollback-only");
	}

	@Test
	void statementThatFailedInsideAndWasSwallowedIsNotDone() throws Exception {
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> this.ownTransaction.call("aborted", null, () -> {
				this.ledger.book("aborted");
				try {
					this.ledger.jdbc.execute("SELECT 1 / 0");
				}
				catch (DataAccessException ex) {
					// Swallowed: PostgreSQL has aborted the transaction all the same.
				}
				return "fine";
			}));
		assertNothingHappened("aborted");
		assertRunsOnceMore(this.ownTransaction, "aborted");
	}

	@Test
	void constraintThatFailsAtCommitIsNotDone() throws Exception {
		this.ledger.outside.execute("CREATE TABLE IF NOT EXISTS late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)");
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> this.ownTransaction.call("late", null, () -> {
				this.ledger.jdbc.update("INSERT INTO late VALUES (1), (1)");
				return this.ledger.book("late");
			}));
		assertNothingHappened("late");
		assertRunsOnceMore(this.ownTransaction, "late");
	}

	@Test
	void afterCommitCallbackThatFailsChangesNothing() throws Exception {
		assertThatIllegalStateException().isThrownBy(() -> this.ownTransaction.call("callback", null, () -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void afterCommit() {
					throw new IllegalStateException("callback");
				}
			});
			return this.ledger.book("callback");
		}));
		assertThat(this.ledger.state("callback")).isEqualTo("D");
		assertThat(book(this.ownTransaction, "callback")).startsWith("result");
		assertThat(this.ledger.rows("callback")).isEqualTo(1);
	}

	// Managers would commit what a transaction exception from here left open.
	@Test
	void transactionExceptionBeforeTheCommitDoesNotCommitRows() throws Exception {
		for (RuntimeException failure : List.of(new TransactionSystemException("early"),
				new UnexpectedRollbackException("early"))) {
			assertThatExceptionOfType(failure.getClass())
				.isThrownBy(() -> this.ownTransaction.call("early", null, () -> {
					TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
						@Override
						public void beforeCommit(boolean readOnly) {
							throw failure;
						}
					});
					return this.ledger.book("early");
				}));
			assertNothingHappened("early");
		}
		assertRunsOnceMore(this.ownTransaction, "early");
	}

	@Test
	void lostClaimKeepsTheTransactionFromCommitting() {
		assertThatExceptionOfType(ClaimLostException.class)
			.isThrownBy(() -> this.ownTransaction.call("lost", null, () -> {
				this.ledger.steal("lost");
				return this.ledger.book("lost");
			}))
			.withMessageContaining("own-transaction");
		assertThat(this.ledger.rows("lost")).isZero();
		assertThat(this.ledger.state("lost")).isEqualTo("C");
	}

	@Test
	void repeatableReadOfItsOwnCompletesWithARenewalInBetween() throws Exception {
		DurableOperation<String> operation = this.ledger.define("repeatable",
				DurableOptions.defaults().withTransaction(this.ledger.repeatableRead()));
		String result = operation.call("repeatable", null, () -> {
			HeldClaim claim = Engines.heldClaims(this.ledger.operations).get(0);
			assertThat(this.ledger.postgres.renewClaims(List.of(claim.renewal())))
				.containsExactly(Renewal.Answer.LOCKED);
			return this.ledger.book("repeatable");
		});
		assertThat(book(operation, "repeatable")).isEqualTo(result);
		assertThat(this.ledger.rows("repeatable")).isEqualTo(1);
	}

	@Test
	void repeatableReadKeepsItsKeyWhileItIsOpenAlthoughLapsed() throws Exception {
		DurableOperation<String> operation = this.ledger.define("repeatable-lapsed",
				DurableOptions.defaults().withTransaction(this.ledger.repeatableRead()));
		operation.call("repeatable-lapsed", null, () -> {
			assertThat(this.ledger.outside.queryForList(
					"SELECT key FROM istos.istos_idempotency WHERE key = 'repeatable-lapsed' FOR UPDATE SKIP LOCKED"))
				.isEmpty();
			return this.ledger.book("repeatable-lapsed");
		});
		assertThat(this.ledger.state("repeatable-lapsed")).isEqualTo("D");
	}

	@Test
	void listenerThatIsRegisteredTwiceCompletesOnce() throws Exception {
		AbstractPlatformTransactionManager manager = this.ledger.manage(manager(this.ledger.dataSource));
		manager.addListener(this.ledger.transactions.listener());
		DurableOperation<String> operation = this.ledger.define("twice",
				DurableOptions.defaults().withTransaction(new TransactionTemplate(manager)));
		assertRunsOnceMore(operation, "twice");
	}

	// --- the caller's transaction

	@Test
	void callersCommitCompletes() throws Exception {
		String result = inTransaction((status) -> {
			String inner = book(this.auto, "callers");
			assertThat(this.ledger.state("callers")).isEqualTo("C");
			return inner;
		});
		assertThat(this.ledger.state("callers")).isEqualTo("D");
		assertThat(book(this.auto, "callers")).isEqualTo(result);
		assertThat(this.ledger.rows("callers")).isEqualTo(1);
	}

	@Test
	void callersRollbackReleases() throws Exception {
		inTransaction((status) -> {
			book(this.auto, "callers-rollback");
			status.setRollbackOnly();
			return null;
		});
		assertNothingHappened("callers-rollback");
		assertRunsOnceMore(this.auto, "callers-rollback");
	}

	@Test
	void callersRollbackHoldsWhatIsToBeHeld() {
		DurableOperation<String> holding = this.ledger.define("holding",
				DurableOptions.defaults().withFailures(FailureRules.of(OnFailure.HOLD)));
		inTransaction((status) -> {
			book(holding, "held");
			status.setRollbackOnly();
			return null;
		});
		assertThat(this.ledger.state("held")).isEqualTo("H");
		assertThatExceptionOfType(io.istos.AbandonedException.class).isThrownBy(() -> book(holding, "held"));
	}

	@Test
	void failureThatTheCallerSwallowsAndCommitsIsAnOutcome() {
		inTransaction((status) -> {
			assertThatIllegalStateException().isThrownBy(() -> this.auto.call("swallowed", null, () -> {
				this.ledger.book("swallowed");
				throw new IllegalStateException("inside");
			}));
			return null;
		});
		assertThat(this.ledger.rows("swallowed")).isEqualTo(1);
		assertThatIllegalStateException().isThrownBy(() -> book(this.auto, "swallowed")).withMessage("inside");
		assertThat(this.ledger.rows("swallowed")).isEqualTo(1);
	}

	@Test
	void lostClaimKeepsTheCallersTransactionFromCommittingWhateverItSwallows() {
		assertThatExceptionOfType(ClaimLostException.class).isThrownBy(() -> inTransaction((status) -> {
			try {
				book(this.auto, "callers-lost");
			}
			finally {
				this.ledger.steal("callers-lost");
			}
			return null;
		}));
		assertThat(this.ledger.rows("callers-lost")).isZero();
	}

	@Test
	void sameKeyAgainInTheSameTransactionIsAReplay() {
		inTransaction((status) -> {
			String first = book(this.auto, "again");
			assertThat(book(this.auto, "again")).isEqualTo(first);
			return null;
		});
		assertThat(this.ledger.rows("again")).isEqualTo(1);
	}

	@Test
	void sameKeyWithOtherArgumentsInTheSameTransactionIsRefused() {
		inTransaction((status) -> {
			this.auto.call("reused", "a", () -> this.ledger.book("reused"));
			assertThatExceptionOfType(KeyReusedException.class)
				.isThrownBy(() -> this.auto.call("reused", "b", () -> this.ledger.book("reused")));
			return null;
		});
		assertThat(this.ledger.rows("reused")).isEqualTo(1);
	}

	@Test
	void recursionIsAnErrorAtOnce() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.auto.call("recursion", null, () -> book(this.auto, "recursion")))
			.withMessageContaining("wait for itself");
	}

	@Test
	void conflictLeavesTheCallersTransactionUsable() throws Exception {
		String done = book(this.auto, "conflict-done");
		this.ledger.outside.update("UPDATE istos.istos_idempotency SET fingerprint = 'x' WHERE key = 'conflict-done'");
		this.auto.call("conflict", null, () -> {
			Threads.run(() -> inTransaction((status) -> {
				this.ledger.book("beside");
				assertThatExceptionOfType(InFlightException.class).isThrownBy(() -> book(this.auto, "conflict"))
					.satisfies((ex) -> assertThat(ex.retryAfter()).isNotNull());
				assertThat(book(this.auto, "conflict-done")).isEqualTo(done);
				assertThatExceptionOfType(KeyReusedException.class)
					.isThrownBy(() -> this.auto.call("conflict-done", "y", () -> "never"));
				return null;
			}));
			return this.ledger.book("conflict");
		});
		assertThat(this.ledger.rows("beside")).isEqualTo(1);
		assertThat(this.ledger.rows("conflict")).isEqualTo(1);
	}

	@Test
	void oldSnapshotIsRefusedBeforeAnythingRunsAndStaysUsable() {
		this.ledger.repeatableRead().executeWithoutResult((status) -> {
			assertThatExceptionOfType(TransactionRequiredException.class).isThrownBy(() -> book(this.auto, "snapshot"))
				.withMessageContaining("REQUIRES_NEW")
				.withMessageContaining("OWN");
			this.ledger.book("snapshot-other");
		});
		assertThat(this.ledger.state("snapshot")).isEqualTo("-");
		assertThat(this.ledger.rows("snapshot-other")).isEqualTo(1);
	}

	@Test
	void severalCallsCommitTogetherOrNotAtAll() {
		inTransaction((status) -> {
			for (int i = 0; i < 5; i++) {
				book(this.auto, "several-" + i);
			}
			return null;
		});
		assertThatExceptionOfType(ClaimLostException.class).isThrownBy(() -> inTransaction((status) -> {
			for (int i = 5; i < 10; i++) {
				book(this.auto, "several-" + i);
			}
			this.ledger.steal("several-7");
			return null;
		}));
		for (int i = 0; i < 10; i++) {
			assertThat(this.ledger.rows("several-" + i)).isEqualTo((i < 5) ? 1 : 0);
			assertThat(this.ledger.state("several-" + i)).isEqualTo((i < 5) ? "D" : (i == 7) ? "C" : "F");
		}
	}

	// --- nested, suspended, finished

	@Test
	void suspendedTransactionDecidesForItselfAlone() throws Exception {
		inTransaction((status) -> {
			book(this.auto, "outer");
			this.ledger.template(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
				.executeWithoutResult((inner) -> unchecked(() -> book(this.auto, "inner")));
			assertThat(this.ledger.state("inner")).isEqualTo("D");
			assertThat(this.ledger.state("outer")).isEqualTo("C");
			status.setRollbackOnly();
			return null;
		});
		assertThat(this.ledger.rows("inner")).isEqualTo(1);
		assertNothingHappened("outer");
	}

	@Test
	void keyOfASuspendedTransactionIsRejectedAtOnceEvenByAWaiter() {
		DurableOperation<String> waiting = this.ledger.define("waiting",
				DurableOptions.defaults().withWait(java.time.Duration.ofMinutes(5)));
		inTransaction((status) -> {
			book(waiting, "suspended");
			this.ledger.template(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
				.executeWithoutResult((inner) -> assertThatExceptionOfType(InFlightException.class)
					.isThrownBy(() -> book(waiting, "suspended")));
			return null;
		});
		assertThat(this.ledger.rows("suspended")).isEqualTo(1);
	}

	@Test
	void callFromAnAfterCommitCallbackCompletesOnItsOwn() {
		inTransaction((status) -> {
			this.ledger.book("before");
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void afterCommit() {
					unchecked(() -> AbstractTransactionTests.this.auto.call("after-commit", null, () -> "done"));
					assertThat(AbstractTransactionTests.this.ledger.state("after-commit")).isEqualTo("D");
				}
			});
			return null;
		});
		assertThat(this.ledger.state("after-commit")).isEqualTo("D");
	}

	@Test
	void callFromAnAfterCompletionCallbackCompletesOnItsOwn() {
		inTransaction((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void afterCompletion(int ending) {
					unchecked(() -> AbstractTransactionTests.this.auto.call("after-completion", null, () -> "done"));
				}
			});
			status.setRollbackOnly();
			return null;
		});
		assertThat(this.ledger.state("after-completion")).isEqualTo("D");
	}

	@Test
	void callFromABeforeCommitCallbackCompletesInTheTransactionAboutToCommit() {
		AtomicReference<String> during = new AtomicReference<>();
		inTransaction((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void beforeCommit(boolean readOnly) {
					unchecked(() -> book(AbstractTransactionTests.this.auto, "before-commit"));
					during.set(AbstractTransactionTests.this.ledger.state("before-commit"));
				}
			});
			return null;
		});
		assertThat(during).hasValue("C");
		assertThat(this.ledger.state("before-commit")).isEqualTo("D");
		assertThat(this.ledger.rows("before-commit")).isEqualTo(1);
	}

	@Test
	void readOnlyTransactionIsNotJoined() throws Exception {
		TransactionTemplate readOnly = this.ledger.template();
		readOnly.setReadOnly(true);
		DurableOperation<String> required = this.ledger.define("required",
				DurableOptions.defaults().withBoundary(Boundary.REQUIRED));
		readOnly.executeWithoutResult((status) -> unchecked(() -> {
			this.auto.call("read-only", null, () -> "done");
			assertThat(this.ledger.state("read-only")).isEqualTo("D");
			assertThatExceptionOfType(TransactionRequiredException.class)
				.isThrownBy(() -> book(required, "read-only-required"));
			return null;
		}));
		assertThat(this.ledger.state("read-only-required")).isEqualTo("-");
	}

	@Test
	void requiredWithoutATransactionIsRefusedBeforeAnythingRuns() {
		DurableOperation<String> required = this.ledger.define("required-alone",
				DurableOptions.defaults().withBoundary(Boundary.REQUIRED));
		assertThatExceptionOfType(TransactionRequiredException.class).isThrownBy(() -> book(required, "alone"))
			.withMessageContaining("required-alone")
			.withMessageContaining("@Transactional");
		assertThat(this.ledger.state("alone")).isEqualTo("-");
	}

	@Test
	void ownBoundaryIsIndependentOfTheCallersTransaction() {
		DurableOperation<String> own = this.ledger.define("own", DurableOptions.defaults().withBoundary(Boundary.OWN));
		inTransaction((status) -> {
			own.call("own", null, () -> "done");
			assertThat(this.ledger.state("own")).isEqualTo("D");
			status.setRollbackOnly();
			return null;
		});
		assertThat(this.ledger.state("own")).isEqualTo("D");
	}

	@Test
	void ownBoundaryIsNotDoneWhenTheMethodsTransactionFailsToCommit() throws Exception {
		this.ledger.outside
			.execute("CREATE TABLE IF NOT EXISTS late_own (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)");
		DurableOperation<String> own = this.ledger.define("own-late",
				DurableOptions.defaults().withBoundary(Boundary.OWN).withTransaction(this.ledger.template()));
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> own.call("own-late", null, () -> {
			this.ledger.jdbc.update("INSERT INTO late_own VALUES (1), (1)");
			return this.ledger.book("own-late");
		}));
		assertNothingHappened("own-late");
		assertRunsOnceMore(own, "own-late");
	}

	// --- joined

	@Test
	void joinedCallIsOneCommitInAll() throws Exception {
		DurableOperation<String> joined = joined("joined");
		String result = joined.call("joined", null, () -> {
			assertThat(this.ledger.state("joined")).isEqualTo("-");
			return this.ledger.book("joined");
		});
		assertThat(this.ledger.state("joined")).isEqualTo("D");
		assertThat(book(joined, "joined")).isEqualTo(result);
		assertThat(this.ledger.rows("joined")).isEqualTo(1);
	}

	@Test
	void joinedCallThatRollsBackLeavesNothing() throws Exception {
		DurableOperation<String> joined = joined("joined-rollback");
		assertThatIllegalStateException().isThrownBy(() -> joined.call("joined-rollback", null, () -> {
			this.ledger.book("joined-rollback");
			throw new IllegalStateException("no");
		}));
		assertThat(this.ledger.state("joined-rollback")).isEqualTo("-");
		assertRunsOnceMore(joined, "joined-rollback");
	}

	@Test
	void rivalOfAJoinedCallIsInFlightAndItsTransactionStaysUsable() throws Exception {
		DurableOperation<String> joined = joined("joined-rival");
		joined.call("joined-rival", null, () -> {
			Threads.run(() -> inTransaction((status) -> {
				this.ledger.book("joined-beside");
				assertThatExceptionOfType(InFlightException.class).isThrownBy(() -> book(joined, "joined-rival"));
				return null;
			}));
			return this.ledger.book("joined-rival");
		});
		assertThat(this.ledger.rows("joined-rival")).isEqualTo(1);
		assertThat(this.ledger.rows("joined-beside")).isEqualTo(1);
	}

	@Test
	void joinedRefusesASnapshot() {
		DurableOperation<String> joined = joined("joined-snapshot");
		this.ledger.repeatableRead()
			.executeWithoutResult((status) -> assertThatExceptionOfType(TransactionRequiredException.class)
				.isThrownBy(() -> book(joined, "joined-snapshot")));
		assertThat(this.ledger.rows("joined-snapshot")).isZero();
	}

	private DurableOperation<String> joined(String name) {
		return this.ledger.define(name,
				DurableOptions.defaults().withBoundary(Boundary.JOINED).withTransaction(this.ledger.template()));
	}

	// --- helpers

	String book(DurableOperation<String> operation, String key) throws Exception {
		return operation.call(key, null, () -> this.ledger.book(key));
	}

	<T> T inTransaction(InTransaction<T> work) {
		return this.ledger.template().execute((status) -> unchecked(() -> work.run(status)));
	}

	Ledger ledger() {
		return this.ledger;
	}

	DurableOperation<String> auto() {
		return this.auto;
	}

	static <T> T unchecked(java.util.concurrent.Callable<T> work) {
		try {
			return work.call();
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
	}

	void assertNothingHappened(String key) {
		assertThat(this.ledger.rows(key)).isZero();
		assertThat(this.ledger.state(key)).isEqualTo("F");
	}

	void assertRunsOnceMore(DurableOperation<String> operation, String key) throws Exception {
		String result = book(operation, key);
		assertThat(book(operation, key)).isEqualTo(result);
		assertThat(this.ledger.rows(key)).isEqualTo(1);
		assertThat(this.ledger.state(key)).isEqualTo("D");
	}

	Connection connection() {
		return DataSourceUtils.getConnection(this.ledger.dataSource);
	}

	/**
	 * Work in a caller's transaction.
	 *
	 * @param <T> the result
	 */
	interface InTransaction<T> {

		T run(TransactionStatus status) throws Exception;

	}

}
