package io.istos.storage.postgres;

import org.jspecify.annotations.Nullable;

import io.istos.storage.StorageSetupException;

/**
 * The database, its schema or the pool is not what Istos needs, and only a person can
 * mend that.
 */
public class PostgresSetupException extends StorageSetupException {

	static final String RESERVE = "Publish a DataSource bean to the same database for Istos's own short "
			+ "transactions, with a pool of its own of at least " + PostgresSettings.FEWEST_CONNECTIONS
			+ " connections, and mark it @IstosReservedDataSource.";

	/**
	 * Create an exception.
	 * @param problem what is wrong
	 * @param remedy what to do about it
	 * @param cause the cause, if any
	 */
	public PostgresSetupException(String problem, String remedy, @Nullable Throwable cause) {
		super(problem, remedy, cause);
	}

}
