package io.istos.data;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.istos.Contexts;
import io.istos.testing.TestDatabase;

/**
 * Contexts of applications that use Istos and have Spring Data JDBC.
 */
final class DataRunner {

	private DataRunner() {
	}

	static ApplicationContextRunner istos() {
		return Contexts.istos();
	}

	static ApplicationContextRunner jdbc() {
		return Contexts.jdbc(istos());
	}

	static ApplicationContextRunner on(TestDatabase database) {
		return Contexts.on(database, istos());
	}

}
