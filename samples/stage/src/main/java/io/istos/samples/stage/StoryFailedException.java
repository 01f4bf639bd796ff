package io.istos.samples.stage;

/**
 * The story can't go on.
 */
public class StoryFailedException extends RuntimeException {

	/**
	 * Create an exception.
	 * @param message why
	 */
	public StoryFailedException(String message) {
		super(message);
	}

}
