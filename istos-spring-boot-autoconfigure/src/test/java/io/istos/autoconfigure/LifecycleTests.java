package io.istos.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Istos is there as long as anything that may call durable methods.
 */
class LifecycleTests {

	@ParameterizedTest
	@ValueSource(ints = { SmartLifecycle.DEFAULT_PHASE, SmartLifecycle.DEFAULT_PHASE - 2048, 0, -1000,
			Integer.MIN_VALUE / 4 })
	void startsBeforeAndStopsAfterCallers(int phase) {
		Caller[] caller = new Caller[1];
		Runners.inMemory().withBean(Caller.class, () -> new Caller(phase)).run((context) -> {
			caller[0] = context.getBean(Caller.class);
			caller[0].calls = Calls.of(context);
			assertThat(caller[0].atStart).isTrue();
		});
		assertThat(caller[0].atStop).isEqualTo("result");
	}

	@Test
	void opensNoConnectionWhileBeansAreBuilt() {
		try (TestDatabase database = TestDatabase.create()) {
			Runners.on(database).withBean(Witness.class, () -> new Witness(database)).run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(Witness.class).connectionsBefore).isZero();
				assertThat(Witness.connections(database)).isPositive();
			});
		}
	}

	/** Looks when all beans are there, before the adapter does. */
	static class Witness implements SmartLifecycle {

		private final TestDatabase database;

		private Integer connectionsBefore;

		Witness(TestDatabase database) {
			this.database = database;
		}

		static Integer connections(TestDatabase database) {
			return new JdbcTemplate(database.dataSource()).queryForObject("select count(*) from pg_stat_activity "
					+ "where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
					Integer.class);
		}

		@Override
		public void start() {
			this.connectionsBefore = connections(this.database);
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return this.connectionsBefore != null;
		}

		@Override
		public int getPhase() {
			return Integer.MIN_VALUE;
		}

	}

	static class Caller implements SmartLifecycle, BeanFactoryAware {

		private final int phase;

		private BeanFactory beans;

		private Calls calls;

		private boolean running;

		private boolean atStart;

		private String atStop;

		Caller(int phase) {
			this.phase = phase;
		}

		@Override
		public void setBeanFactory(BeanFactory beans) {
			this.beans = beans;
		}

		@Override
		public void start() {
			this.running = true;
			this.atStart = this.beans.getBean(IstosLifecycle.class).isRunning();
		}

		@Override
		public void stop() {
			this.running = false;
			try {
				this.atStop = this.calls.call("key", "result");
			}
			catch (Exception ex) {
				this.atStop = ex.toString();
			}
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public int getPhase() {
			return this.phase;
		}

	}

}
