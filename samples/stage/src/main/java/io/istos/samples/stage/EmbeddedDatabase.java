package io.istos.samples.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/**
 * PostgreSQL from the class path, with its data in a directory. Where a server already
 * runs in that directory, that one is used: the one that another node started, or that a
 * killed node left behind.
 */
public final class EmbeddedDatabase implements JdbcConnectionDetails, AutoCloseable {

	private static final String USER = "postgres";

	private final int port;

	private final @Nullable EmbeddedPostgres started;

	private EmbeddedDatabase(int port, @Nullable EmbeddedPostgres started) {
		this.port = port;
		this.started = started;
	}

	/**
	 * Opens the database in a directory.
	 * @param directory where the data is; need not exist
	 * @return the database, stopped when closed if it was started here
	 * @throws IOException if it doesn't start
	 */
	public static EmbeddedDatabase in(Path directory) throws IOException {
		Integer port = portOfServerIn(directory);
		if (port != null) {
			return new EmbeddedDatabase(port, null);
		}
		Files.createDirectories(directory);
		EmbeddedPostgres started = EmbeddedPostgres.builder()
			.setDataDirectory(directory.toAbsolutePath())
			.setCleanDataDirectory(false)
			.setServerConfig("synchronous_commit", "on")
			.setServerConfig("track_commit_timestamp", "on")
			.start();
		return new EmbeddedDatabase(started.getPort(), started);
	}

	private static @Nullable Integer portOfServerIn(Path directory) throws IOException {
		Path file = directory.resolve("postmaster.pid");
		List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
		if (lines.size() < 4) {
			return null;
		}
		int port = Integer.parseInt(lines.get(3));
		return servesFrom(port, directory) ? port : null;
	}

	private static boolean servesFrom(int port, Path directory) throws IOException {
		try (Connection connection = DriverManager.getConnection(url(port), USER, "");
				Statement statement = connection.createStatement();
				ResultSet rows = statement.executeQuery("show data_directory")) {
			return rows.next() && Files.isSameFile(directory, Path.of(rows.getString(1)));
		}
		catch (SQLException ex) {
			// The file is what a crash left behind: PostgreSQL will replace it.
			return false;
		}
	}

	private static String url(int port) {
		return "jdbc:postgresql://localhost:" + port + "/postgres";
	}

	@Override
	public String getJdbcUrl() {
		return url(this.port);
	}

	@Override
	public String getUsername() {
		return USER;
	}

	@Override
	public String getPassword() {
		return "";
	}

	@Override
	public void close() throws IOException {
		if (this.started != null) {
			this.started.close();
		}
	}

}
