package io.istos.metrics;

import io.micrometer.observation.Observation;

/**
 * What is known of something that the store is asked while it is observed.
 */
public final class StorageContext extends Observation.Context {

	private final String operation;

	private final boolean inTransaction;

	StorageContext(String operation, boolean inTransaction) {
		this.operation = operation;
		this.inTransaction = inTransaction;
	}

	/**
	 * What it is asked.
	 * @return the method of the storage port, in kebab case
	 */
	public String operation() {
		return this.operation;
	}

	/**
	 * Whether it is asked in the transaction of the business.
	 * @return {@code false} in a transaction of its own
	 */
	public boolean isInTransaction() {
		return this.inTransaction;
	}

}
