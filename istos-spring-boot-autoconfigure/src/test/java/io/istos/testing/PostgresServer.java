package io.istos.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A running server: how to reach it, and how to make databases on it.
 *
 * @param kind what kind of server it is, for a person
 * @param prefix the JDBC URL up to the name of the database
 * @param maintenanceDatabase the database to connect to for creating others
 * @param suffix the JDBC URL's parameters
 * @param username a user who may create databases
 * @param password the user's password
 */
record PostgresServer(String kind, String prefix, String maintenanceDatabase, String suffix, String username,
		String password) {

	/** Commits stay synchronous: tests stop servers and look for what was committed. */
	static final Map<String, String> SETTINGS = Map.of("max_connections", "300", "track_commit_timestamp", "on",
			"synchronous_commit", "on", "fsync", "off");

	private static final Pattern JDBC_URL = Pattern.compile("(jdbc:postgresql://[^/]+/)([^?]*)(\\?.*)?");

	static PostgresServer shared() {
		return Shared.get();
	}

	static PostgresServer at(String kind, String jdbcUrl, String username, String password) {
		Matcher url = JDBC_URL.matcher(jdbcUrl);
		if (!url.matches()) {
			throw new IllegalArgumentException(
					"Expected jdbc:postgresql://host:port/database for the test database, not " + jdbcUrl);
		}
		String suffix = (url.group(3) != null) ? url.group(3) : "";
		return new PostgresServer(kind, url.group(1), url.group(2), suffix, username, password);
	}

	String jdbcUrl(String database) {
		return this.prefix + database + this.suffix;
	}

	PGSimpleDataSource dataSource(String database) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setUrl(jdbcUrl(database));
		dataSource.setUser(this.username);
		dataSource.setPassword(this.password);
		return dataSource;
	}

	TestDatabase createDatabase() {
		String name = "istos_" + UUID.randomUUID().toString().replace("-", "");
		// template0: nobody can be connected to it, which would make the copy fail.
		execute("create database " + name + " template template0");
		return new TestDatabase(this, name);
	}

	void dropDatabase(String name) {
		execute("drop database if exists " + name + " with (force)");
	}

	private void execute(String sql) {
		try (Connection connection = dataSource(this.maintenanceDatabase).getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException("Test database (" + this.kind + "): " + sql + " failed", ex);
		}
	}

	private String version() {
		try (Connection connection = dataSource(this.maintenanceDatabase).getConnection();
				Statement statement = connection.createStatement();
				ResultSet rows = statement.executeQuery("show server_version")) {
			rows.next();
			return rows.getString(1);
		}
		catch (SQLException ex) {
			throw new IllegalStateException("Test database (" + this.kind + ") does not answer", ex);
		}
	}

	private static PostgresServer start() {
		String wanted = setting("istos.test.database");
		PostgresServer server = switch ((wanted != null) ? wanted : "any") {
			case "any" -> firstAvailable();
			case "container" -> container();
			case "embedded" -> embedded();
			default -> throw new IllegalArgumentException("istos.test.database: container or embedded, not " + wanted);
		};
		System.out.println("Test database: PostgreSQL " + server.version() + ", " + server.kind() + ", "
				+ server.jdbcUrl(server.maintenanceDatabase()));
		return server;
	}

	private static PostgresServer firstAvailable() {
		PostgresServer external = external();
		if (external != null) {
			return external;
		}
		return DockerClientFactory.instance().isDockerAvailable() ? container() : embedded();
	}

	private static @Nullable PostgresServer external() {
		String url = setting("istos.test.jdbc-url");
		if (url == null) {
			return null;
		}
		String username = setting("istos.test.jdbc-user");
		String password = setting("istos.test.jdbc-password");
		return at("named by the environment", url, (username != null) ? username : "postgres",
				(password != null) ? password : "");
	}

	private static @Nullable String setting(String property) {
		String value = System.getProperty(property);
		if (value == null) {
			value = System.getenv(property.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
		}
		return (value == null || value.isBlank()) ? null : value;
	}

	@SuppressWarnings("resource") // stopped by Testcontainers when the JVM ends
	private static PostgresServer container() {
		String image = System.getenv().getOrDefault("POSTGRES_IMAGE", "postgres:18");
		StringBuilder command = new StringBuilder("postgres");
		SETTINGS.forEach((name, value) -> command.append(" -c ").append(name).append('=').append(value));
		PostgreSQLContainer container = new PostgreSQLContainer(
				DockerImageName.parse(image).asCompatibleSubstituteFor("postgres"));
		container.withCommand(command.toString());
		container.start();
		return at("container of " + image, container.getJdbcUrl(), container.getUsername(), container.getPassword());
	}

	@SuppressWarnings("resource") // stopped by its own shutdown hook
	private static PostgresServer embedded() {
		try {
			EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder();
			SETTINGS.forEach(builder::setServerConfig);
			return embedded(builder.start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Embedded PostgreSQL did not start", ex);
		}
	}

	static PostgresServer embedded(EmbeddedPostgres postgres) {
		return at("embedded binaries", "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres", "postgres",
				"postgres");
	}

	/**
	 * Started when first asked for, once: whoever asks after a failure gets the same one.
	 */
	private static final class Shared {

		private static @Nullable PostgresServer server;

		private static @Nullable RuntimeException failure;

		static synchronized PostgresServer get() {
			if (failure != null) {
				throw new IllegalStateException("No test database", failure);
			}
			if (server == null) {
				try {
					server = start();
				}
				catch (RuntimeException ex) {
					failure = ex;
					throw ex;
				}
			}
			return server;
		}

	}

}
