package io.istos.health;

import java.sql.SQLException;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.istos.StorageUnavailableException;
import io.istos.storage.StorageSetupException;

/**
 * Says why a store could not be asked, without what drivers put into their messages:
 * hosts, ports and users.
 */
final class StoreFailures {

	private static final Log logger = LogFactory.getLog(StoreFailures.class);

	private StoreFailures() {
	}

	/**
	 * Describe.
	 * @param failure what came instead of an answer
	 * @return as in "The store ..."
	 */
	static String describe(@Nullable Throwable failure) {
		logger.debug("The store could not be asked how it is", failure);
		if (failure instanceof StorageSetupException setup) {
			return "is not as it must be: " + setup.problem();
		}
		String state = state(failure);
		if (failure instanceof StorageUnavailableException && isSchema(state)) {
			return "is not as it must be: " + failure.getMessage();
		}
		String shown = (state != null) ? "SQLSTATE " + state : String.valueOf(failure).split("[:\\n]", 2)[0];
		return "does not answer (" + shown + ")";
	}

	/** A schema, table or column that is missing: the message names no more than that. */
	private static boolean isSchema(@Nullable String state) {
		return state != null && (state.startsWith("42") || state.startsWith("3F"));
	}

	private static @Nullable String state(@Nullable Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SQLException sql && sql.getSQLState() != null) {
				return sql.getSQLState();
			}
		}
		return null;
	}

}
