package io.istos.verification.crash;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.verification.Waiting;
import io.istos.verification.app.Nodes;
import io.istos.verification.app.Step;

/**
 * A node in a process of its own, seen from outside.
 */
public final class ChildProcess implements AutoCloseable {

	private static final String MARK = "child: ";

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final String name;

	private final Process process;

	private final BufferedWriter input;

	private final Set<String> said = ConcurrentHashMap.newKeySet();

	private volatile boolean dumped;

	private ChildProcess(String name, Process process) {
		this.name = name;
		this.process = process;
		this.input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
		Thread reader = new Thread(this::listen, name);
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Launch a process. It is not ready yet.
	 * @param main what it runs: says that it is ready, and ends with its input
	 * @param properties the properties of its node
	 * @return the process
	 */
	public static ChildProcess launch(Class<?> main, Map<String, Object> properties) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		// It never lives long enough for a better compiler or collector to pay.
		command.addAll(
				List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-cp", classPath(), main.getName()));
		command.addAll(List.of(Nodes.arguments(properties)));
		try {
			return new ChildProcess(String.valueOf(properties.get("spring.application.name")),
					new ProcessBuilder(command).redirectErrorStream(true).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * What a process of this kind tells the one that launched it.
	 * @param what one line
	 */
	public static void say(String what) {
		System.out.println(MARK + what);
	}

	// Mocks slow the start down, and a node has none.
	private static String classPath() {
		return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> !entry.contains("mockito"))
			.collect(Collectors.joining(File.pathSeparator));
	}

	private void listen() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				if (line.startsWith(MARK)) {
					this.said.add(line.substring(MARK.length()));
				}
				else {
					System.out.println(this.name + "| " + line);
					this.dumped |= line.startsWith("JNI global refs");
				}
			}
		}
		catch (IOException ex) {
			// It was killed.
		}
	}

	public void awaitReady() {
		await("ready");
	}

	/**
	 * Start a call that is going to halt.
	 * @param desk the desk
	 * @param key the key
	 * @param step where it halts
	 */
	public void call(String desk, String key, Step step) {
		tell("call " + desk + " " + key + " " + step);
	}

	/**
	 * Wait until a call has halted. One that fails on its way, as when a busy machine
	 * lets its claim lapse, is started again.
	 * @param desk the desk
	 * @param key its key
	 * @param step where
	 */
	public void awaitHalt(String desk, String key, Step step) {
		String halted = "halted " + key + " " + step;
		await(halted, () -> {
			String end = end(key);
			if (end != null && this.said.removeIf((line) -> line.startsWith("threw " + key + " "))) {
				System.out.println(this.name + " starts the call for " + key + " again: it " + end);
				call(desk, key, step);
			}
			return this.said.contains(halted);
		});
	}

	/**
	 * Start calls that don't halt, until the process ends.
	 * @param desk the desk
	 * @param prefix begins every key
	 * @param threads how many at a time
	 */
	public void load(String desk, String prefix, int threads) {
		tell("load " + desk + " " + prefix + " " + threads);
	}

	/**
	 * Let a call go on that has halted.
	 * @param key its key
	 */
	public void go(String key) {
		tell("go " + key);
	}

	/**
	 * Wait for a call to end.
	 * @param key its key
	 * @return {@code returned} and the row, or {@code threw} and the exception's type
	 */
	public String awaitEnd(String key) {
		Waiting.until(this.name + " to end the call for " + key, PATIENCE, () -> end(key) != null);
		return String.valueOf(end(key));
	}

	private @Nullable String end(String key) {
		for (String line : this.said) {
			if (line.startsWith("returned " + key + " ") || line.startsWith("threw " + key + " ")) {
				return line.replace(" " + key + " ", " ");
			}
		}
		return null;
	}

	/**
	 * Wait for the loss of a lease.
	 * @param scope its scope
	 */
	public void awaitLoss(String scope) {
		await("lost " + scope);
	}

	private void await(String line) {
		await(line, () -> this.said.contains(line));
	}

	private void await(String line, BooleanSupplier condition) {
		try {
			Waiting.until(this.name + " to say " + line, PATIENCE, () -> {
				if (!this.process.isAlive()) {
					throw new IllegalStateException(this.name + " ended before it said " + line);
				}
				return condition.getAsBoolean();
			});
		}
		catch (IllegalStateException ex) {
			System.out.println(this.name + " said " + this.said);
			dumpThreads();
			throw ex;
		}
	}

	// The JVM writes the threads among its other output.
	private void dumpThreads() {
		if (this.process.isAlive()) {
			signal("-QUIT");
			Waiting.until(this.name + " to show its threads", PATIENCE, () -> this.dumped);
		}
	}

	private void tell(String line) {
		try {
			this.input.write(line);
			this.input.newLine();
			this.input.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * SIGSTOP: no thread of it moves until {@link #resume()}.
	 */
	public void stop() {
		signal("-STOP");
		Path status = Path.of("/proc", String.valueOf(this.process.pid()), "status");
		Waiting.until(this.name + " to stop", PATIENCE, () -> isStopped(status));
	}

	private static boolean isStopped(Path status) throws IOException {
		// Where there is no such file, signals have arrived when the command returns.
		return !status.toFile().exists() || Files.readString(status).contains("State:\tT");
	}

	/**
	 * SIGCONT.
	 */
	public void resume() {
		signal("-CONT");
	}

	private void signal(String signal) {
		try {
			Process kill = new ProcessBuilder("kill", signal, String.valueOf(this.process.pid())).inheritIO().start();
			if (kill.waitFor() != 0) {
				throw new IllegalStateException("kill " + signal + " failed");
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * SIGKILL. Returns when the process is gone and the server has noticed.
	 * @param dataSource the database
	 */
	public void kill(DataSource dataSource) {
		close();
		JdbcTemplate jdbc = new JdbcTemplate(dataSource);
		Waiting.until("the server to notice the end of " + this.name, PATIENCE,
				() -> Integer.valueOf(0)
					.equals(jdbc.queryForObject("select count(*) from pg_stat_activity where application_name = ?",
							Integer.class, this.name)));
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
		try {
			if (!this.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException(this.name + " survives SIGKILL");
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
