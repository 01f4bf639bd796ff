package io.istos.samples.payments.story;

class StoryFailedException extends RuntimeException {

	StoryFailedException(String message) {
		super(message);
	}

}
