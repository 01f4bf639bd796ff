package io.istos.samples.stage;

import java.util.concurrent.Callable;

import org.springframework.boot.logging.LoggingSystem;

/**
 * Tells stories.
 */
public final class Teller {

	private Teller() {
	}

	/**
	 * Tells a story on the console.
	 * @param story the story
	 * @return the exit code: 0 if it ends well
	 */
	public static int tell(Callable<Report> story) {
		// Only the story speaks here; what the nodes have to say goes to files.
		LoggingSystem.get(Teller.class.getClassLoader()).beforeInitialize();
		try {
			return story.call().print() ? 0 : 1;
		}
		catch (Exception ex) {
			System.out.println("FAILED: " + ex.getMessage());
			return 1;
		}
	}

}
