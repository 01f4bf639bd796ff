package io.istos.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A DataSource whose next commit breaks: the connection is cut before or after it reaches
 * the server.
 */
final class BrokenCommits extends DelegatingDataSource {

	private final AtomicReference<Moment> next = new AtomicReference<>();

	BrokenCommits(DataSource target) {
		super(target);
	}

	void breakNext(Moment moment) {
		this.next.set(moment);
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
				(proxy, method, args) -> {
					if (method.getName().equals("commit") && this.next.get() != null) {
						commit(connection, this.next.getAndSet(null));
					}
					try {
						return method.invoke(connection, args);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	private void commit(Connection connection, Moment moment) throws SQLException {
		if (moment == Moment.AFTER_IT_ARRIVED) {
			connection.commit();
		}
		connection.abort(Runnable::run);
		throw new SQLException("I/O error at COMMIT", "08006");
	}

	enum Moment {

		BEFORE_IT_ARRIVED, AFTER_IT_ARRIVED

	}

}
