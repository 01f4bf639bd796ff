package io.istos.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;

import org.springframework.util.FileSystemUtils;

/**
 * A PostgreSQL that a test may stop and start again. Data and port survive.
 */
public final class RestartablePostgres implements AutoCloseable {

	private final Path dataDirectory;

	private final TestDatabase database;

	private final int port;

	private @Nullable EmbeddedPostgres running;

	private RestartablePostgres(Path dataDirectory, EmbeddedPostgres running) {
		this.dataDirectory = dataDirectory;
		this.running = running;
		this.port = running.getPort();
		this.database = PostgresServer.embedded(running).createDatabase();
	}

	static RestartablePostgres launch() {
		try {
			Path dataDirectory = Files.createTempDirectory("istos-postgres-");
			return new RestartablePostgres(dataDirectory, start(dataDirectory, 0));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Restartable PostgreSQL did not start", ex);
		}
	}

	private static EmbeddedPostgres start(Path dataDirectory, int port) throws IOException {
		EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder();
		PostgresServer.SETTINGS.forEach(builder::setServerConfig);
		return builder.setDataDirectory(dataDirectory)
			.setCleanDataDirectory(false)
			.setPort(port)
			.setPGStartupWait(Duration.ofSeconds(60))
			.start();
	}

	/**
	 * Returns the database on this server. Its handles stay valid through restarts.
	 * @return the one database
	 */
	public TestDatabase database() {
		return this.database;
	}

	/**
	 * Stops the server, cutting off every connection. Returns when it no longer runs.
	 */
	public synchronized void stop() {
		if (this.running != null) {
			try {
				this.running.close();
			}
			catch (IOException ex) {
				throw new UncheckedIOException("PostgreSQL did not stop", ex);
			}
			this.running = null;
		}
	}

	/**
	 * Starts the server where it was. Returns when it answers.
	 */
	public synchronized void start() {
		if (this.running == null) {
			try {
				this.running = start(this.dataDirectory, this.port);
			}
			catch (IOException ex) {
				throw new UncheckedIOException("PostgreSQL did not start again", ex);
			}
		}
	}

	/**
	 * Stops every process of the server where it is, by SIGSTOP: connections stay open,
	 * and silent.
	 */
	public synchronized void pause() {
		ProcessHandle postmaster = postmaster();
		signal("-STOP", postmaster);
		postmaster.descendants().forEach((process) -> signal("-STOP", process));
	}

	/**
	 * Lets a paused server go on.
	 */
	public synchronized void resume() {
		ProcessHandle postmaster = postmaster();
		postmaster.descendants().forEach((process) -> signal("-CONT", process));
		signal("-CONT", postmaster);
	}

	private ProcessHandle postmaster() {
		try {
			String pid = Files.readAllLines(this.dataDirectory.resolve("postmaster.pid")).get(0).trim();
			return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("PostgreSQL is not running", ex);
		}
	}

	private static void signal(String signal, ProcessHandle process) {
		try {
			new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No " + signal, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Stops the server for good and deletes its data.
	 */
	@Override
	public void close() {
		this.database.closePools();
		stop();
		try {
			FileSystemUtils.deleteRecursively(this.dataDirectory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
