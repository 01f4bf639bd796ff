package io.istos.engine;

import javax.sql.DataSource;

import jakarta.persistence.EntityManagerFactory;

import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * With a JPA transaction manager, and a pool without auto-commit.
 */
class JpaTransactionTests extends AbstractTransactionTests {

	@Override
	AbstractPlatformTransactionManager manager(DataSource dataSource) {
		return jpa(dataSource);
	}

	static JpaTransactionManager jpa(DataSource dataSource) {
		LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
		factory.setDataSource(dataSource);
		factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
		factory.setPackagesToScan("io.istos.none");
		factory.afterPropertiesSet();
		EntityManagerFactory entityManagerFactory = factory.getObject();
		JpaTransactionManager manager = new JpaTransactionManager(entityManagerFactory);
		manager.afterPropertiesSet();
		return manager;
	}

}
