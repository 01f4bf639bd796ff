package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * A small pool of Istos's own, like the application's: so a full application pool can
 * neither deadlock a claim nor let one lapse. Opened with its first use, never published.
 */
final class ReservedPool implements ConnectionSource {

	private final HikariDataSource original;

	private final PostgresSettings settings;

	private final ReentrantLock lock = new ReentrantLock();

	private volatile @Nullable HikariDataSource pool;

	private boolean closed;

	private ReservedPool(HikariDataSource original, PostgresSettings settings) {
		this.original = original;
		this.settings = settings;
	}

	/**
	 * Prepare a copy of the application's pool.
	 * @throws PostgresSetupException if it can't be copied
	 */
	static ReservedPool like(DataSource application, PostgresSettings settings) {
		return new ReservedPool(hikari(application), settings);
	}

	private static HikariDataSource hikari(DataSource application) {
		DataSource dataSource = unwrap(application);
		if (dataSource instanceof AbstractRoutingDataSource) {
			throw new PostgresSetupException("The DataSource routes to several others, so Istos can't copy its pool.",
					PostgresSetupException.RESERVE, null);
		}
		try {
			if (dataSource instanceof HikariDataSource || dataSource.isWrapperFor(HikariDataSource.class)) {
				return dataSource.unwrap(HikariDataSource.class);
			}
		}
		catch (SQLException ex) {
			throw notHikari(dataSource, ex);
		}
		throw notHikari(dataSource, null);
	}

	private static PostgresSetupException notHikari(DataSource dataSource, @Nullable SQLException cause) {
		return new PostgresSetupException("The DataSource is no HikariCP pool but " + dataSource.getClass().getName()
				+ ", which Istos can't copy.", PostgresSetupException.RESERVE, cause);
	}

	private static DataSource unwrap(DataSource wrapped) {
		DataSource dataSource = wrapped;
		while (true) {
			if (AopProxyUtils.getSingletonTarget(dataSource) instanceof DataSource target) {
				dataSource = target;
			}
			else if (dataSource instanceof DelegatingDataSource delegating
					&& delegating.getTargetDataSource() != null) {
				dataSource = delegating.getTargetDataSource();
			}
			else {
				return dataSource;
			}
		}
	}

	@Override
	public Connection open() throws SQLException {
		return opened().getConnection();
	}

	HikariDataSource opened() throws SQLException {
		HikariDataSource opened = this.pool;
		return (opened != null) ? opened : openPool();
	}

	@Override
	public void discard(Connection connection) {
		HikariDataSource opened = this.pool;
		if (opened != null) {
			opened.evictConnection(connection);
		}
	}

	private HikariDataSource openPool() throws SQLException {
		this.lock.lock();
		try {
			if (this.closed) {
				throw new SQLException("Istos is shut down", "08003");
			}
			if (this.pool == null) {
				this.pool = new HikariDataSource(copy());
			}
			return this.pool;
		}
		finally {
			this.lock.unlock();
		}
	}

	private HikariConfig copy() {
		HikariConfig copy = new HikariConfig();
		this.original.copyStateTo(copy);
		String name = (this.original.getPoolName() != null) ? this.original.getPoolName() : "HikariPool";
		copy.setPoolName(name + "-istos");
		copy.setMaximumPoolSize(this.settings.reservedConnections());
		copy.setMinimumIdle(0);
		copy.setReadOnly(false);
		copy.setAutoCommit(true);
		copy.setTransactionIsolation(null);
		copy.setAllowPoolSuspension(false);
		copy.setInitializationFailTimeout(-1);
		copy.setConnectionTimeout(this.settings.connectionTimeout().toMillis());
		copy.setJdbcUrl(withDefaults(copy));
		return copy;
	}

	/** Not as driver properties: the copy shares those with the original. */
	private @Nullable String withDefaults(HikariConfig config) {
		String url = config.getJdbcUrl();
		if (url == null || !url.startsWith("jdbc:postgresql:")) {
			return url;
		}
		url = withDefault(url, "tcpKeepAlive", "true", config);
		return withDefault(url, "socketTimeout", String.valueOf(this.settings.socketTimeout().toSeconds()), config);
	}

	private static String withDefault(String url, String parameter, String value, HikariConfig config) {
		if (url.contains(parameter + "=") || config.getDataSourceProperties().containsKey(parameter)) {
			return url;
		}
		return url + (url.contains("?") ? "&" : "?") + parameter + "=" + value;
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			if (this.pool != null) {
				this.pool.close();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
