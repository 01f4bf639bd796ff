package io.istos.verification.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.ConfigurableApplicationContext;

import io.istos.verification.app.Desk;
import io.istos.verification.app.Nodes;
import io.istos.verification.app.Receipt;
import io.istos.verification.app.Step;

/**
 * A node in a process of its own, that does what standard input says and tells what
 * happens on standard output. Ends with its input.
 */
public final class ChildMain {

	private final Halts halts = new Halts(ChildProcess::say);

	private final Map<String, Desk> desks;

	private ChildMain(String[] arguments) {
		ConfigurableApplicationContext context = Nodes.start(this.halts, arguments);
		this.desks = context.getBeansOfType(Desk.class);
	}

	public static void main(String[] arguments) throws IOException {
		try {
			ChildMain child = new ChildMain(arguments);
			ChildProcess.say("ready");
			child.obey();
		}
		finally {
			Runtime.getRuntime().halt(1);
		}
	}

	private void obey() throws IOException {
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = input.readLine(); line != null; line = input.readLine()) {
			obey(line.split(" "));
		}
	}

	private void obey(String[] words) {
		switch (words[0]) {
			case "call" -> {
				this.halts.arm(words[2], Step.valueOf(words[3]));
				start(() -> call(words[1], words[2]));
			}
			case "go" -> this.halts.release(words[1]);
			case "load" -> load(words[1], words[2], Integer.parseInt(words[3]));
			default -> ChildProcess.say("unknown " + words[0]);
		}
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		thread.start();
	}

	private void call(String desk, String key) {
		try {
			Receipt receipt = desk(desk).book(key);
			ChildProcess.say("returned " + key + " " + receipt.id());
		}
		catch (RuntimeException ex) {
			ChildProcess.say("threw " + key + " " + ex.getClass().getSimpleName());
		}
	}

	// Pairs of threads meet at the same keys.
	private void load(String desk, String prefix, int threads) {
		AtomicInteger next = new AtomicInteger();
		for (int i = 0; i < threads; i++) {
			start(() -> {
				while (true) {
					bookQuietly(desk(desk), prefix + next.getAndIncrement() / 2);
				}
			});
		}
	}

	private static void bookQuietly(Desk desk, String key) {
		try {
			desk.book(key);
		}
		catch (RuntimeException ex) {
			// In flight on the other thread: that one decides.
		}
	}

	private Desk desk(String name) {
		Desk desk = this.desks.get(name);
		if (desk == null) {
			throw new IllegalArgumentException(name);
		}
		return desk;
	}

}
