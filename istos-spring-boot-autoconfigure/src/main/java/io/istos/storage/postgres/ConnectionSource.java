package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Where reserved connections come from.
 */
interface ConnectionSource extends AutoCloseable {

	Connection open() throws SQLException;

	/**
	 * See to it that a connection, once closed, is not given out again.
	 */
	default void discard(Connection connection) throws SQLException {
		connection.abort(Runnable::run);
	}

	@Override
	void close();

}
