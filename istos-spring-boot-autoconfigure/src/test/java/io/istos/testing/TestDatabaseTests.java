package io.istos.testing;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TestDatabaseTests {

	@Test
	void everyDatabaseIsEmptyAndOfItsOwn() throws Exception {
		try (TestDatabase one = TestDatabase.create(); TestDatabase other = TestDatabase.create()) {
			update(one, "create table t (n int)");
			update(other, "create table t (n int)");
			assertThat(one.jdbcUrl()).isNotEqualTo(other.jdbcUrl());
		}
	}

	@Test
	void closingDropsTheDatabaseUnderAnOpenConnection() throws Exception {
		TestDatabase database = TestDatabase.create();
		try (HikariDataSource pool = database.hikari(2);
				Connection connection = database.dataSource().getConnection()) {
			assertThat(pool.getConnection().isValid(5)).isTrue();
			database.close();
			assertThat(pool.isClosed()).isTrue();
			assertThat(connection.isValid(5)).isFalse();
		}
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> query(database, "select 1"))
			.withMessageContaining("does not exist");
	}

	@Test
	void aRestartKeepsDataAndAddress() throws Exception {
		try (RestartablePostgres server = TestDatabase.restartable()) {
			TestDatabase database = server.database();
			update(database, "create table t as select 42 as n");
			server.stop();
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> query(database, "select n from t"))
				.withMessageContaining("refused");
			server.start();
			assertThat(query(database, "select n from t")).isEqualTo("42");
			assertThat(query(database, "show synchronous_commit")).isEqualTo("on");
		}
	}

	private static void update(TestDatabase database, String sql) throws SQLException {
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	private static String query(TestDatabase database, String sql) throws SQLException {
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement();
				ResultSet rows = statement.executeQuery(sql)) {
			rows.next();
			return rows.getString(1);
		}
	}

}
