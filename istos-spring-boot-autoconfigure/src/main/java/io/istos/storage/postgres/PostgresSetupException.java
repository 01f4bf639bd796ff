package io.istos.storage.postgres;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.istos.StorageUnavailableException;

/**
 * The database, its schema or the pool is not what Istos needs, and only a person can
 * mend that.
 */
public class PostgresSetupException extends StorageUnavailableException {

	static final String RESERVE = "Publish a DataSource bean to the same database for Istos's own short "
			+ "transactions, with a pool of its own of at least 2 connections, and mark it @IstosReservedDataSource.";

	private final String problem;

	private final String remedy;

	/**
	 * Create an exception.
	 * @param problem what is wrong
	 * @param remedy what to do about it
	 * @param cause the cause, if any
	 */
	public PostgresSetupException(String problem, String remedy, @Nullable Throwable cause) {
		super(problem + " " + remedy, cause, Duration.ofSeconds(30));
		this.problem = problem;
		this.remedy = remedy;
	}

	/**
	 * What is wrong.
	 * @return the problem
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * What to do about it.
	 * @return the remedy
	 */
	public String remedy() {
		return this.remedy;
	}

}
