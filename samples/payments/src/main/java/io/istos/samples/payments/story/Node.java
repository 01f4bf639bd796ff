package io.istos.samples.payments.story;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.istos.samples.payments.PaymentsApplication;
import io.istos.samples.payments.embedded.EmbeddedDatabase;

/**
 * The application on the common database, in a process of its own.
 */
final class Node implements AutoCloseable {

	private static final Pattern ADDRESS = Pattern.compile("Payments are served at (http://\\S+)");

	private final String name;

	private final EmbeddedDatabase database;

	private final Path directory;

	private int starts;

	private @Nullable Process process;

	private volatile @Nullable URI address;

	Node(String name, EmbeddedDatabase database, Path directory) {
		this.name = name;
		this.database = database;
		this.directory = directory;
	}

	void start() throws IOException {
		this.starts++;
		Process started = new ProcessBuilder(command()).redirectErrorStream(true)
			.redirectOutput(log().toFile())
			.start();
		Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
		this.process = started;
	}

	private List<String> command() {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
		command.addAll(application(System.getProperty("java.class.path")));
		command.addAll(List.of("--server.address=localhost", "--server.port=0", "--istos.durable.lease=3s"));
		command.add("--spring.datasource.url=" + this.database.getJdbcUrl());
		command.add("--spring.datasource.username=" + this.database.getUsername());
		command.add("--spring.datasource.password=" + this.database.getPassword());
		return command;
	}

	private static List<String> application(String classPath) {
		boolean packed = classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator);
		return packed ? List.of("-jar", classPath) : List.of("-cp", classPath, PaymentsApplication.class.getName());
	}

	private Path log() {
		return this.directory.resolve("node-" + this.name + "-" + this.starts + ".log");
	}

	void awaitReady(Deadline deadline) {
		deadline.await("node " + this.name + " serves, see " + log(), this::isReady);
	}

	private boolean isReady() {
		if (this.process == null || !this.process.isAlive()) {
			throw new StoryFailedException("Node " + this.name + " did not start, see " + log());
		}
		Matcher greeting = ADDRESS.matcher(logged());
		if (!greeting.find()) {
			return false;
		}
		this.address = URI.create(greeting.group(1));
		return true;
	}

	private String logged() {
		try {
			return Files.readString(log());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Where the node serves, or served before it was killed.
	 * @return the address
	 */
	URI address() {
		URI address = this.address;
		if (address == null) {
			throw new IllegalStateException("Node " + this.name + " never served");
		}
		return address;
	}

	/**
	 * Ends the process, which can't do anything about it.
	 */
	void kill() throws InterruptedException {
		if (this.process != null) {
			this.process.destroyForcibly().waitFor();
		}
	}

	@Override
	public void close() {
		if (this.process == null) {
			return;
		}
		try {
			this.process.destroy();
			if (!this.process.waitFor(15, TimeUnit.SECONDS)) {
				kill();
			}
		}
		catch (InterruptedException ex) {
			this.process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public String toString() {
		return "node " + this.name + ((this.process != null) ? ", process " + this.process.pid() : "") + ", "
				+ this.address;
	}

}
