package io.istos.health;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.testing.RestartablePostgres;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The health of an application, as its endpoint tells it.
 */
@Timeout(180)
class IstosHealthTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@Test
	void aDatabaseThatGoesAndComesIsDownAndUp() {
		try (RestartablePostgres server = TestDatabase.restartable()) {
			on(server.database()).withPropertyValues("istos.postgres.connection-timeout=1s").run((context) -> {
				assertUp(context);
				server.stop();
				assertThat(down(context)).contains("store", "does not answer", "SQLSTATE");
				server.start();
				await().atMost(PATIENCE).untilAsserted(() -> assertUp(context));
			});
		}
	}

	@Test
	void aServerThatStandsStillIsDownWithinTheLimit() {
		try (RestartablePostgres server = TestDatabase.restartable()) {
			on(server.database()).withPropertyValues("istos.health.timeout=500ms").run((context) -> {
				assertUp(context);
				server.pause();
				try {
					long start = System.nanoTime();
					assertThat(down(context)).contains("has not answered for");
					assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
				}
				finally {
					server.resume();
				}
				await().atMost(PATIENCE).untilAsserted(() -> assertUp(context));
			});
		}
	}

	@Test
	void aTableThatWasDroppedAndMustNotBeCreatedIsToldAsAtStartUp() {
		try (TestDatabase database = TestDatabase.create()) {
			on(database).run(IstosHealthTests::assertUp);
			on(database).withPropertyValues("istos.postgres.initialize-schema=never").run((context) -> {
				assertUp(context);
				new JdbcTemplate(database.dataSource()).execute("drop table istos.istos_lease");
				assertThat(down(context)).contains("tables are missing in schema 'istos': istos_lease");
			});
		}
	}

	@Test
	void aPrimaryKeyThatIsGoneIsToldAsAtStartUp() {
		try (TestDatabase database = TestDatabase.create()) {
			on(database).run((context) -> {
				assertUp(context);
				new JdbcTemplate(database.dataSource())
					.execute("alter table istos.istos_lease drop constraint istos_lease_pkey");
				assertThat(down(context)).contains("Table istos_lease lacks its primary key");
			});
		}
	}

	@Test
	void theStoreIsNamed() {
		HealthRunner.inMemory()
			.run((context) -> assertThat(HealthRunner.health(context).getDetails()).containsEntry("store", "memory"));
		try (TestDatabase database = TestDatabase.create()) {
			on(database).run((context) -> assertThat(HealthRunner.health(context).getDetails())
				.containsEntry("store", "postgres")
				.containsEntry("schemaVersion", 1)
				.containsKey("clockDifference"));
		}
	}

	@Test
	void livenessDoesNotDependOnTheStoreAndReadinessOnlyIfToldSo() {
		ApplicationContextRunner probed = HealthRunner.inMemory()
			.withPropertyValues("management.endpoint.health.probes.enabled=true",
					"management.endpoint.health.show-components=always");
		probed.run((context) -> {
			assertThat(HealthRunner.group(context, "liveness").getComponents()).containsOnlyKeys("livenessState");
			assertThat(HealthRunner.group(context, "readiness").getComponents()).containsOnlyKeys("readinessState");
		});
		probed.withPropertyValues("management.endpoint.health.group.readiness.include=readinessState,istos")
			.run((context) -> assertThat(HealthRunner.group(context, "readiness").getComponents())
				.containsOnlyKeys("readinessState", "istos"));
	}

	@Test
	void isNotThereWhereItIsNotWanted() {
		ApplicationContextRunner runner = HealthRunner.inMemory();
		runner.run((context) -> assertThat(context).hasSingleBean(IstosHealthIndicator.class));
		runner.withPropertyValues("management.health.istos.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(IstosHealthIndicator.class));
		runner.withPropertyValues("management.health.defaults.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(IstosHealthIndicator.class));
		HealthRunner.inMemory()
			.withPropertyValues("istos.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(IstosHealthIndicator.class));
	}

	@Test
	void anApplicationWithoutHealthStarts() {
		HealthRunner.bare()
			.withPropertyValues("istos.storage.type=memory")
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("istosHealthIndicator"));
	}

	@Test
	void noThreadOutlivesTheApplication() {
		HealthRunner.inMemory().run(IstosHealthTests::assertUp);
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.doesNotContain("istos-health"));
	}

	private static ApplicationContextRunner on(TestDatabase database) {
		return HealthRunner.on(database);
	}

	private static void assertUp(ApplicationContext context) {
		assertThat(HealthRunner.health(context).getDetails()).doesNotContainKey("reason");
		assertThat(HealthRunner.health(context).getStatus()).isEqualTo(Status.UP);
	}

	private static String down(ApplicationContext context) {
		Map<String, Object> details = HealthRunner.health(context).getDetails();
		assertThat(details).containsKey("reason");
		return details.get("reason").toString();
	}

}
