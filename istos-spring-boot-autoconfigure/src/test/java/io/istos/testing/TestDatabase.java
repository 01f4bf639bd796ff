package io.istos.testing;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database of its own for one test, on a real PostgreSQL. The server is started with
 * the first database and lasts as long as the JVM. It is the first of these that there
 * is:
 * <ol>
 * <li>what {@code ISTOS_TEST_JDBC_URL}, {@code ISTOS_TEST_JDBC_USER} and
 * {@code ISTOS_TEST_JDBC_PASSWORD} name (or the system properties
 * {@code istos.test.jdbc-url}, {@code -user} and {@code -password}); the user must be
 * allowed to create databases
 * <li>a container of the image in {@code POSTGRES_IMAGE}, by default {@code postgres:18},
 * where a container engine answers
 * <li>embedded binaries
 * </ol>
 * {@code ISTOS_TEST_DATABASE} (or {@code istos.test.database}) set to {@code container}
 * or {@code embedded} leaves no choice.
 * <p>
 * A test without a database fails; it is never skipped.
 */
public final class TestDatabase implements AutoCloseable {

	private final PostgresServer server;

	private final String name;

	private final Queue<HikariDataSource> pools = new ConcurrentLinkedQueue<>();

	TestDatabase(PostgresServer server, String name) {
		this.server = server;
		this.name = name;
	}

	/**
	 * Creates an empty database on the server that all tests of this JVM share.
	 * @return the database, dropped when closed
	 */
	public static TestDatabase create() {
		return PostgresServer.shared().createDatabase();
	}

	/**
	 * Starts a server that only the caller uses and that can be stopped and started
	 * again: always the embedded binaries, whatever the shared server is.
	 * @return the running server
	 */
	public static RestartablePostgres restartable() {
		return RestartablePostgres.launch();
	}

	public String jdbcUrl() {
		return this.server.jdbcUrl(this.name);
	}

	public String username() {
		return this.server.username();
	}

	public String password() {
		return this.server.password();
	}

	/**
	 * Returns a source that opens a connection for every caller.
	 * @return a new data source without a pool
	 */
	public PGSimpleDataSource dataSource() {
		return this.server.dataSource(this.name);
	}

	/**
	 * Opens a pool, which is closed with this database at the latest.
	 * @param poolSize the most connections that it opens
	 * @return a new pool
	 */
	public HikariDataSource hikari(int poolSize) {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(jdbcUrl());
		config.setUsername(username());
		config.setPassword(password());
		config.setMaximumPoolSize(poolSize);
		HikariDataSource pool = new HikariDataSource(config);
		this.pools.add(pool);
		return pool;
	}

	/**
	 * Drops the database and cuts off whoever is still connected.
	 */
	@Override
	public void close() {
		closePools();
		this.server.dropDatabase(this.name);
	}

	void closePools() {
		this.pools.forEach(HikariDataSource::close);
	}

	@Override
	public String toString() {
		return jdbcUrl();
	}

}
