package io.istos.verification.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.testing.RestartablePostgres;
import io.istos.testing.TestDatabase;
import io.istos.verification.app.Nodes;
import io.istos.verification.crash.ChildProcess;
import io.istos.verification.stress.Pauses;

/**
 * Lets two processes work for a while, with PostgreSQL restarted half-way, and checks
 * what they recorded.
 */
final class HistoryRun {

	private static final int PROCESSES = 2;

	private static final int THREADS = 4;

	private static final int CUT_PAUSE_MILLIS = 250;

	private static final String CUT = """
			select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and pid <> pg_backend_pid() order by state, random() limit 1
			""";

	private HistoryRun() {
	}

	/**
	 * Run.
	 * @param duration for how long
	 * @param careful whether the nodes' store is, as it must be
	 * @return what came of it
	 */
	static HistoryResult run(Duration duration, boolean careful) {
		List<Node> nodes = new ArrayList<>();
		try (RestartablePostgres server = TestDatabase.restartable()) {
			Map<String, Object> properties = properties(duration, careful);
			for (int i = 1; i <= PROCESSES; i++) {
				nodes.add(launch("node-" + i, server.database(), properties));
			}
			nodes.forEach((node) -> node.process().awaitReady());
			nodes.forEach((node) -> node.process().go(""));
			cutConnections(server.database(), duration.dividedBy(2));
			server.stop();
			server.start();
			cutConnections(server.database(), duration.dividedBy(2));
			return HistoryResult.of(nodes.stream().flatMap((node) -> node.history().stream()).toList());
		}
		finally {
			nodes.forEach(Node::close);
		}
	}

	private static void cutConnections(TestDatabase database, Duration duration) {
		JdbcTemplate jdbc = new JdbcTemplate(database.dataSource());
		long end = System.nanoTime() + duration.toNanos();
		while (System.nanoTime() < end) {
			jdbc.query(CUT, (row) -> {
			});
			Pauses.of(CUT_PAUSE_MILLIS);
		}
	}

	private static Map<String, Object> properties(Duration duration, boolean careful) {
		return Map.of("history.from", System.nanoTime(), "history.seconds", duration.toSeconds(), "history.threads",
				THREADS, "history.careless", !careful);
	}

	private static Node launch(String name, TestDatabase database, Map<String, Object> more) {
		Path file = temporaryFile();
		Map<String, Object> properties = Nodes.properties(name, database, false);
		properties.putAll(more);
		properties.put("history.file", file);
		return new Node(ChildProcess.launch(HistoryChildMain.class, properties), file);
	}

	private static Path temporaryFile() {
		try {
			return Files.createTempFile("istos-history-", ".txt");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A process.
	 *
	 * @param process the process
	 * @param file what it recorded
	 */
	private record Node(ChildProcess process, Path file) implements AutoCloseable {

		List<Operation> history() {
			String end = this.process.awaitEnd(HistoryChildMain.CALLS);
			if (!end.startsWith("returned")) {
				throw new IllegalStateException(end);
			}
			try {
				return Files.readAllLines(this.file).stream().map(Operation::of).toList();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public void close() {
			this.process.close();
			try {
				Files.delete(this.file);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
