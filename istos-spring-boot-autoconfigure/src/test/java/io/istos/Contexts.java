package io.istos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

import io.istos.testing.TestDatabase;

/**
 * Contexts of applications that use Istos, for the tests of every package.
 */
public final class Contexts {

	private Contexts() {
	}

	/** Everything that its list of auto-configurations names, and others. */
	public static ApplicationContextRunner istos(Class<?>... others) {
		List<Class<?>> classes = new ArrayList<>(Arrays.asList(others));
		for (String name : ImportCandidates.load(AutoConfiguration.class, null)) {
			if (name.startsWith("io.istos.")) {
				classes.add(ClassUtils.resolveClassName(name, null));
			}
		}
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(classes.toArray(Class<?>[]::new)));
	}

	/** With what Boot configures for JDBC. */
	public static ApplicationContextRunner jdbc(ApplicationContextRunner runner) {
		return runner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class));
	}

	/** As {@link #jdbc}, on a real database. */
	public static ApplicationContextRunner on(TestDatabase database, ApplicationContextRunner runner) {
		return jdbc(runner).withPropertyValues(url(database));
	}

	/** The properties that lead to a database. */
	public static String[] url(TestDatabase database) {
		return new String[] { "spring.datasource.url=" + database.jdbcUrl(),
				"spring.datasource.username=" + database.username(),
				"spring.datasource.password=" + database.password() };
	}

}
