package io.istos.engine;

import javax.sql.DataSource;

import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * With a JPA transaction manager.
 */
class JpaLeaseTransactionTests extends AbstractLeaseTransactionTests {

	@Override
	AbstractPlatformTransactionManager manager(DataSource dataSource) {
		return JpaTransactionTests.jpa(dataSource);
	}

}
