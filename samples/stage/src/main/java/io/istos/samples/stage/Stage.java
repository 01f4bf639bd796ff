package io.istos.samples.stage;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.springframework.util.FileSystemUtils;

/**
 * A database and the nodes of an application on it. Closing ends them all.
 */
public final class Stage implements AutoCloseable {

	private final long start = System.nanoTime();

	private final List<Node> nodes = new ArrayList<>();

	private final Path directory;

	private final EmbeddedDatabase database;

	private final List<String> command;

	private final Pattern ready;

	private final Deadline deadline;

	private Stage(Path directory, EmbeddedDatabase database, List<String> command, Pattern ready, Duration longest) {
		this.directory = directory;
		this.database = database;
		this.command = command;
		this.ready = ready;
		this.deadline = Deadline.in(longest);
	}

	/**
	 * Sets the stage, with an empty database.
	 * @param application the application
	 * @param ready what a node says once it is ready; captures the greeting
	 * @param longest how long the story takes at most
	 * @param arguments of every node
	 * @return the stage
	 * @throws IOException if that fails
	 */
	public static Stage set(Class<?> application, Pattern ready, Duration longest, List<String> arguments)
			throws IOException {
		String name = application.getPackageName().substring(application.getPackageName().lastIndexOf('.') + 1);
		Path directory = Path.of("target", name, "story");
		FileSystemUtils.deleteRecursively(directory);
		Files.createDirectories(directory);
		EmbeddedDatabase database = EmbeddedDatabase.in(directory.resolve("database"));
		return new Stage(directory, database, command(application, database, arguments), ready, longest);
	}

	private static List<String> command(Class<?> application, EmbeddedDatabase database, List<String> arguments) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
		command.addAll(run(application, System.getProperty("java.class.path")));
		command.add("--spring.datasource.url=" + database.getJdbcUrl());
		command.add("--spring.datasource.username=" + database.getUsername());
		command.add("--spring.datasource.password=" + database.getPassword());
		command.addAll(arguments);
		return command;
	}

	private static List<String> run(Class<?> application, String classPath) {
		boolean packed = classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator);
		return packed ? List.of("-jar", classPath) : List.of("-cp", classPath, application.getName());
	}

	/**
	 * Starts nodes, all at once, and waits until they are ready.
	 * @param names what they are called
	 * @return the nodes
	 * @throws IOException if they can't be started
	 */
	public List<Node> start(String... names) throws IOException {
		List<Node> started = new ArrayList<>();
		for (String name : names) {
			started.add(new Node(name, this.command, this.ready, this.directory));
		}
		this.nodes.addAll(started);
		start(started);
		return started;
	}

	/**
	 * Starts a node again, and waits until it is ready.
	 * @param node the node
	 * @throws IOException if it can't be started
	 */
	public void restart(Node node) throws IOException {
		start(List.of(node));
	}

	private void start(List<Node> nodes) throws IOException {
		for (Node node : nodes) {
			node.start();
		}
		for (Node node : nodes) {
			node.awaitReady(this.deadline);
			say("Started: " + node + ", " + node.greeting());
		}
	}

	/**
	 * Tells what happens, on the console.
	 * @param what a sentence
	 */
	public void say(String what) {
		System.out.printf("%5.1f s  %s%n", (System.nanoTime() - this.start) / 1e9, what);
	}

	/**
	 * The common database.
	 * @return the database
	 */
	public EmbeddedDatabase database() {
		return this.database;
	}

	/**
	 * When the story has to be over.
	 * @return the deadline
	 */
	public Deadline deadline() {
		return this.deadline;
	}

	@Override
	public void close() throws IOException {
		this.nodes.forEach(Node::close);
		this.database.close();
	}

}
