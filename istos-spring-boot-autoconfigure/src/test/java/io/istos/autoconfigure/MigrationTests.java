package io.istos.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each way to create the schema, and none in the way of an application's own migrations.
 */
class MigrationTests {

	private static final String SCHEMA = "io/istos/storage/postgres/schema-postgresql.sql";

	private static final String NEVER = "istos.postgres.initialize-schema=never";

	@TempDir
	private Path directory;

	private TestDatabase database;

	@BeforeEach
	void createDatabase() {
		this.database = TestDatabase.create();
	}

	@AfterEach
	void dropDatabase() {
		this.database.close();
	}

	@Test
	void asAFlywayMigration() throws IOException {
		copySchemaTo("V1__istos.sql");
		assertWorks(flyway(NEVER));
	}

	@Test
	void flywayFindsAnEmptyPublicSchemaThoughTheTablesAreCreatedAutomatically() throws IOException {
		assertWorks(Runners.on(this.database));
		Files.writeString(this.directory.resolve("V1__orders.sql"), "create table orders (id bigint primary key);");
		assertWorks(flyway());
		assertWorks(flyway());
	}

	@Test
	void afterAFlywayMigrationAutoFindsNothingToDo() throws IOException {
		copySchemaTo("V1__istos.sql");
		assertWorks(flyway(NEVER));
		assertWorks(flyway());
	}

	@Test
	void asALiquibaseChange() throws IOException {
		assertWorks(liquibaseChange());
	}

	/** The file is another than the one that the change log knows. */
	@Test
	void asALiquibaseChangeThatALaterReleaseAddedTo() throws IOException {
		assertWorks(liquibaseChange());
		JdbcTemplate jdbc = new JdbcTemplate(this.database.dataSource());
		jdbc.execute("DROP TABLE istos.istos_lease");
		assertThat(jdbc.update("UPDATE databasechangelog SET md5sum = '9:00000000000000000000000000000000'")).isOne();
		assertWorks(liquibaseChange());
	}

	private ApplicationContextRunner liquibaseChange() throws IOException {
		return liquibase("""
				databaseChangeLog:
				- changeSet:
				    id: istos
				    author: application
				    runOnChange: true
				    changes:
				    - sqlFile:
				        path: %s
				""".formatted(SCHEMA), NEVER);
	}

	@Test
	void asASecondFlywayMigrationOnceALaterReleaseAddedToIt() throws IOException {
		copySchemaTo("V1__istos.sql");
		assertWorks(flyway(NEVER));
		new JdbcTemplate(this.database.dataSource()).execute("DROP TABLE istos.istos_lease");
		copySchemaTo("V2__istos.sql");
		assertWorks(flyway(NEVER));
	}

	@Test
	void liquibaseBesideTablesThatAreCreatedAutomatically() throws IOException {
		assertWorks(Runners.on(this.database));
		assertWorks(liquibase("""
				databaseChangeLog:
				- changeSet:
				    id: orders
				    author: application
				    changes:
				    - sql: create table orders (id bigint primary key)
				"""));
	}

	@Test
	void asAScriptOfBootsInitializer() {
		ApplicationContextRunner runner = with(DataSourceInitializationAutoConfiguration.class).withPropertyValues(
				NEVER, "spring.sql.init.mode=always", "spring.sql.init.schema-locations=classpath:" + SCHEMA);
		assertWorks(runner);
		assertWorks(runner);
	}

	private void assertWorks(ApplicationContextRunner runner) {
		runner.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(Calls.of(context).call("key", "result")).isEqualTo("result");
		});
	}

	private ApplicationContextRunner flyway(String... properties) {
		return with(FlywayAutoConfiguration.class)
			.withPropertyValues("spring.flyway.locations=filesystem:" + this.directory)
			.withPropertyValues(properties);
	}

	private ApplicationContextRunner liquibase(String changeLog, String... properties) throws IOException {
		Path file = Files.writeString(this.directory.resolve("changelog.yaml"), changeLog);
		return with(LiquibaseAutoConfiguration.class).withPropertyValues("spring.liquibase.change-log=" + file.toUri())
			.withPropertyValues(properties);
	}

	private ApplicationContextRunner with(Class<?> autoConfiguration) {
		return Runners.istos(DataSourceAutoConfiguration.class, autoConfiguration)
			.withPropertyValues(Runners.url(this.database));
	}

	private void copySchemaTo(String name) throws IOException {
		try (InputStream schema = getClass().getClassLoader().getResourceAsStream(SCHEMA)) {
			Files.copy(Objects.requireNonNull(schema), this.directory.resolve(name));
		}
	}

}
