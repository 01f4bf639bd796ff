package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Where reserved connections come from.
 */
interface ConnectionSource extends AutoCloseable {

	Connection open() throws SQLException;

	@Override
	void close();

}
