package io.istos.engine;

/**
 * Makes the request of a call out of what its caller passed.
 */
@FunctionalInterface
public interface CallSource {

	/**
	 * Make it. What is thrown here is told as a refusal: nothing ran.
	 * @return the request
	 */
	CallRequest request();

}
