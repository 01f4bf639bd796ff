package io.istos.engine;

import javax.sql.DataSource;

import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * With a JPA transaction manager, which calls a broken commit a rollback.
 */
class JpaBrokenCommitTests extends BrokenCommitTests {

	@Override
	AbstractPlatformTransactionManager manager(DataSource dataSource) {
		return JpaTransactionTests.jpa(dataSource);
	}

}
