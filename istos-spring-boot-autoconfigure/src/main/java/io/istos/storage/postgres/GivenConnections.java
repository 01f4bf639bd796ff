package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

/**
 * Connections of a pool that the application supplied, and will close.
 *
 * @param reserved the pool
 */
record GivenConnections(DataSource reserved) implements ConnectionSource {

	@Override
	public Connection open() throws SQLException {
		return this.reserved.getConnection();
	}

	@Override
	public void close() {
	}

}
