package io.istos.verification;

import com.zaxxer.hikari.HikariDataSource;

import io.istos.testing.TestDatabase;

/**
 * Makes pools whose connections bear a name.
 */
public final class Pools {

	private Pools() {
	}

	/**
	 * Make a pool.
	 * @param database the database
	 * @param name the name that the server knows its connections by
	 * @param size the most connections
	 * @return the pool, not connected yet
	 */
	public static HikariDataSource create(TestDatabase database, String name, int size) {
		HikariDataSource pool = new HikariDataSource();
		pool.setPoolName(name);
		pool.setJdbcUrl(database.jdbcUrl());
		pool.setUsername(database.username());
		pool.setPassword(database.password());
		pool.setMaximumPoolSize(size);
		pool.setMinimumIdle(1);
		pool.addDataSourceProperty("ApplicationName", name);
		return pool;
	}

}
