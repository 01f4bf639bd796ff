package io.istos.engine;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;

import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With a JDBC transaction manager, which has savepoints.
 */
class JdbcLeaseTransactionTests extends AbstractLeaseTransactionTests {

	@Override
	AbstractPlatformTransactionManager manager(DataSource dataSource) {
		return new JdbcTransactionManager(dataSource);
	}

	@Test
	void holdBehindASavepointThatIsRolledBackHoldsNoMore() {
		leases().run(scope(), LeaseOptions.defaults(),
				() -> assertRefused(() -> ledger().template().executeWithoutResult((status) -> {
					Object savepoint = status.createSavepoint();
					fence().holdForUpdate();
					status.rollbackToSavepoint(savepoint);
					book();
					steal();
				})));
		assertThat(rows()).isZero();
	}

	@Test
	void holdBeforeASavepointThatIsRolledBackHolds() {
		leases().run(scope(), LeaseOptions.defaults(), () -> ledger().template().executeWithoutResult((status) -> {
			fence().holdForUpdate();
			Object savepoint = status.createSavepoint();
			status.rollbackToSavepoint(savepoint);
			book();
			expireAndAssertBusy();
		}));
		assertThat(rows()).isOne();
	}

	@Test
	void checkpointBehindASavepointThatIsRolledBackIsGone() {
		leases().run(scope(), LeaseOptions.defaults(), () -> {
			ledger().template().executeWithoutResult((status) -> {
				fence().checkpoint("before");
				Object savepoint = status.createSavepoint();
				fence().checkpoint("behind");
				status.rollbackToSavepoint(savepoint);
				assertThat(fence().checkpoint(String.class)).contains("before");
			});
			assertThat(fence().checkpoint(String.class)).contains("before");
		});
	}

}
