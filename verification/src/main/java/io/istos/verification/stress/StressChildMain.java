package io.istos.verification.stress;

import java.io.IOException;

import io.istos.verification.crash.ChildProcess;

/**
 * A node of the stress in a process of its own. Ends with its input, or killed.
 */
public final class StressChildMain {

	private static final int CALLERS = 8;

	private StressChildMain() {
	}

	public static void main(String[] arguments) throws IOException {
		try {
			StressNode node = new StressNode(arguments, new Tally(), new Promises());
			for (int i = 0; i < CALLERS; i++) {
				start(node);
			}
			ChildProcess.say("ready");
			while (System.in.read() >= 0) {
				// Until whoever started this process is gone.
			}
		}
		finally {
			Runtime.getRuntime().halt(1);
		}
	}

	private static void start(StressNode node) {
		Thread thread = new Thread(() -> {
			while (true) {
				node.callOnce();
			}
		});
		thread.setDaemon(true);
		thread.start();
	}

}
