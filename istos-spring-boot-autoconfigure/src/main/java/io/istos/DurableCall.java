package io.istos;

/**
 * A bean that speaks for the durable call running on the current thread. Thread-safe; all
 * methods throw {@link IllegalStateException} outside the body of an exactly-once call.
 */
public interface DurableCall {

	/**
	 * The operation.
	 * @return the name of the durable method
	 */
	String operation();

	/**
	 * The business key.
	 * @return the key
	 */
	String key();

	/**
	 * How many claims of this key came to run, this one included.
	 * @return the attempt, 1 for the first
	 */
	int attempt();

	/**
	 * The fence token: grows with every take-over.
	 * @return the epoch
	 */
	long epoch();

	/**
	 * The idempotency key to send to a gateway: the same on every attempt of this call,
	 * on every node, different for every other call. A UUID in text form.
	 * @return the key
	 */
	String downstreamKey();

}
