package io.istos.samples.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The application on the common database, in a process of its own.
 */
public final class Node implements AutoCloseable {

	private final String name;

	private final List<String> command;

	private final Pattern ready;

	private final Path directory;

	private int starts;

	private @Nullable Process process;

	private volatile @Nullable Incarnation incarnation;

	Node(String name, List<String> command, Pattern ready, Path directory) {
		this.name = name;
		this.command = command;
		this.ready = ready;
		this.directory = directory;
	}

	void start() throws IOException {
		this.starts++;
		List<String> command = new ArrayList<>(this.command);
		command.add("--node=" + this.name);
		Process started = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log().toFile()).start();
		Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
		this.process = started;
	}

	private Path log() {
		return this.directory.resolve("node-" + this.name + "-" + this.starts + ".log");
	}

	void awaitReady(Deadline deadline) {
		deadline.await("node " + this.name + " is ready, see " + log(), this::isReady);
	}

	private boolean isReady() {
		if (this.process == null || !this.process.isAlive()) {
			throw new StoryFailedException("Node " + this.name + " did not start, see " + log());
		}
		Matcher ready = this.ready.matcher(logged());
		if (!ready.find()) {
			return false;
		}
		this.incarnation = new Incarnation(this.name, this.process.pid(), ready.group(1));
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
	 * What it is called.
	 * @return its name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * The process that was ready last. It may be dead by now.
	 * @return the process
	 */
	public Incarnation incarnation() {
		Incarnation incarnation = this.incarnation;
		if (incarnation == null) {
			throw new IllegalStateException("Node " + this.name + " was never ready");
		}
		return incarnation;
	}

	/**
	 * What the node said when it was ready: at its last start, if it has been killed.
	 * @return what the pattern of readiness captured
	 */
	public String greeting() {
		return incarnation().greeting();
	}

	/**
	 * Whether its process lives.
	 * @return whether it does
	 */
	public boolean isAlive() {
		return this.process != null && this.process.isAlive();
	}

	/**
	 * Ends the process, which can't do anything about it: SIGKILL.
	 */
	public void kill() {
		if (this.process != null) {
			this.process.destroyForcibly().onExit().join();
		}
	}

	/**
	 * Stops the process where it is: SIGSTOP.
	 */
	public void stop() {
		signal("-STOP");
	}

	/**
	 * Lets the process go on as if no time had passed: SIGCONT.
	 */
	public void resume() {
		signal("-CONT");
	}

	private void signal(String signal) {
		if (this.process == null) {
			throw new IllegalStateException("Node " + this.name + " does not run");
		}
		try {
			new ProcessBuilder("kill", signal, String.valueOf(this.process.pid())).inheritIO().start().onExit().join();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Asks the process to end, and waits until it has: SIGTERM.
	 */
	@Override
	public void close() {
		if (this.process == null) {
			return;
		}
		this.process.destroy();
		try {
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
		return "node " + this.name + ((this.process != null) ? ", process " + this.process.pid() : "");
	}

	/**
	 * One of the processes that a node has had.
	 *
	 * @param node the name of the node
	 * @param pid the process
	 * @param greeting what it said when it was ready
	 */
	public record Incarnation(String node, long pid, String greeting) {

		@Override
		public String toString() {
			return "node " + this.node + ", process " + this.pid;
		}

	}

}
