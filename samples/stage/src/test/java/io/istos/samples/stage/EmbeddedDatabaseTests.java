package io.istos.samples.stage;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

class EmbeddedDatabaseTests {

	@TempDir
	private Path directory;

	@Test
	void dataSurvivesARestart() throws Exception {
		try (EmbeddedDatabase database = EmbeddedDatabase.in(this.directory)) {
			jdbc(database).sql("create table t as select 42 as n").update();
		}
		try (EmbeddedDatabase database = EmbeddedDatabase.in(this.directory)) {
			assertThat(jdbc(database).sql("select n from t").query(Integer.class).single()).isEqualTo(42);
			assertThat(jdbc(database).sql("show synchronous_commit").query(String.class).single()).isEqualTo("on");
		}
	}

	@Test
	void aServerThatRunsIsSharedAndLeftRunning() throws Exception {
		try (EmbeddedDatabase database = EmbeddedDatabase.in(this.directory)) {
			try (EmbeddedDatabase shared = EmbeddedDatabase.in(this.directory)) {
				assertThat(shared.getJdbcUrl()).isEqualTo(database.getJdbcUrl());
			}
			assertThat(jdbc(database).sql("select 1").query(Integer.class).single()).isOne();
		}
	}

	private static JdbcClient jdbc(EmbeddedDatabase database) {
		return JdbcClient
			.create(new DriverManagerDataSource(database.getJdbcUrl(), database.getUsername(), database.getPassword()));
	}

}
