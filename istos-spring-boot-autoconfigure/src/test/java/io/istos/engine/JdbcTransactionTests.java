package io.istos.engine;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

import io.istos.Boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * With a JDBC transaction manager, which has savepoints.
 */
@ExtendWith(OutputCaptureExtension.class)
class JdbcTransactionTests extends AbstractTransactionTests {

	@Override
	AbstractPlatformTransactionManager manager(DataSource dataSource) {
		return new JdbcTransactionManager(dataSource);
	}

	@Test
	void nestedTransactionThatRollsBackIsNotDone() throws Exception {
		DurableOperation<String> nested = ledger().define("nested",
				DurableOptions.defaults().withTransaction(ledger().template(TransactionDefinition.PROPAGATION_NESTED)));
		inTransaction((status) -> {
			ledger().book("around-nested");
			assertThatIllegalStateException().isThrownBy(() -> nested.call("nested", null, () -> {
				ledger().book("nested");
				throw new IllegalStateException("nested");
			}));
			assertThat(ledger().state("nested")).isEqualTo("F");
			return null;
		});
		assertThat(ledger().rows("around-nested")).isEqualTo(1);
		assertNothingHappened("nested");
		assertRunsOnceMore(nested, "nested");
	}

	@Test
	void retryOfANestedCallInTheSameTransactionRuns() {
		DurableOperation<String> nested = ledger().define("nested-retry",
				DurableOptions.defaults().withTransaction(ledger().template(TransactionDefinition.PROPAGATION_NESTED)));
		inTransaction((status) -> {
			assertThatIllegalStateException().isThrownBy(() -> nested.call("nested-retry", null, () -> {
				ledger().book("nested-retry");
				throw new IllegalStateException("nested");
			}));
			book(nested, "nested-retry");
			return null;
		});
		assertThat(ledger().rows("nested-retry")).isEqualTo(1);
		assertThat(ledger().state("nested-retry")).isEqualTo("D");
	}

	@Test
	void callBehindASavepointThatIsRolledBackIsNotDone() throws Exception {
		inTransaction((status) -> {
			book(auto(), "before-savepoint");
			Object savepoint = status.createSavepoint();
			book(auto(), "behind-savepoint");
			status.rollbackToSavepoint(savepoint);
			return null;
		});
		assertThat(ledger().state("before-savepoint")).isEqualTo("D");
		assertThat(ledger().rows("before-savepoint")).isEqualTo(1);
		assertNothingHappened("behind-savepoint");
		assertRunsOnceMore(auto(), "behind-savepoint");
	}

	@Test
	void callBehindARolledBackSavepointRunsAgainInTheSameTransaction(CapturedOutput output) {
		inTransaction((status) -> {
			Object savepoint = status.createSavepoint();
			book(auto(), "savepoint-again");
			status.rollbackToSavepoint(savepoint);
			book(auto(), "savepoint-again");
			return null;
		});
		assertThat(ledger().rows("savepoint-again")).isEqualTo(1);
		assertThat(ledger().state("savepoint-again")).isEqualTo("D");
		assertThat(output).doesNotContain("Claim lost");
	}

	@Test
	void joinedCallWhoseCommitFailsLostNothing(CapturedOutput output) {
		ledger().outside
			.execute("CREATE TABLE IF NOT EXISTS late_joined (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)");
		DurableOperation<String> joined = ledger().define("joined-late",
				DurableOptions.defaults().withBoundary(Boundary.JOINED).withTransaction(ledger().template()));
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> joined.call("joined-late", null, () -> {
			ledger().jdbc.update("INSERT INTO late_joined VALUES (1), (1)");
			return ledger().book("joined-late");
		}));
		assertThat(ledger().rows("joined-late")).isZero();
		assertThat(ledger().state("joined-late")).isEqualTo("-");
		assertThat(output).doesNotContain("Claim lost");
	}

	@Test
	void savepointInsideTheBodyIsTheBodysOwn() throws Exception {
		inTransaction((status) -> auto().call("savepoint-inside", null, () -> {
			Object savepoint = status.createSavepoint();
			ledger().book("savepoint-inside-undone");
			status.rollbackToSavepoint(savepoint);
			return ledger().book("savepoint-inside");
		}));
		assertThat(ledger().rows("savepoint-inside-undone")).isZero();
		assertThat(ledger().rows("savepoint-inside")).isEqualTo(1);
		assertThat(ledger().state("savepoint-inside")).isEqualTo("D");
	}

}
