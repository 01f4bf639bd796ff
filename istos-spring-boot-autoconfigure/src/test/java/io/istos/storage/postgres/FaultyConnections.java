package io.istos.storage.postgres;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Connections whose statements fail as planned, before or after the server ran them.
 */
final class FaultyConnections implements ConnectionSource {

	final AtomicInteger statements = new AtomicInteger();

	/**
	 * How many connections to give out that are broken, without the pool's knowledge.
	 */
	final AtomicInteger dead = new AtomicInteger();

	private final ConnectionSource real;

	private final Map<Connection, Connection> opened = Collections.synchronizedMap(new IdentityHashMap<>());

	private final Queue<Fault> faults = new ArrayDeque<>();

	FaultyConnections(ConnectionSource real) {
		this.real = real;
	}

	/** The next statement fails. */
	void fail(String state, boolean afterwards) {
		this.faults.add(new Fault(state, afterwards));
	}

	int pending() {
		return this.faults.size();
	}

	@Override
	public Connection open() throws SQLException {
		Connection connection = this.real.open();
		if (this.dead.getAndUpdate((count) -> Math.max(0, count - 1)) > 0) {
			((Connection) connection.unwrap(PGConnection.class)).abort(Runnable::run);
		}
		Connection faulty = proxy(Connection.class, connection, (method, arguments) -> {
			Object result = call(connection, method, arguments);
			return (result instanceof PreparedStatement statement) ? faulty(connection, statement) : result;
		});
		this.opened.put(faulty, connection);
		return faulty;
	}

	@Override
	public void discard(Connection connection) throws SQLException {
		this.real.discard(this.opened.get(connection));
	}

	private PreparedStatement faulty(Connection connection, PreparedStatement statement) {
		return proxy(PreparedStatement.class, statement, (method, arguments) -> {
			if (!method.getName().startsWith("execute")) {
				return call(statement, method, arguments);
			}
			this.statements.incrementAndGet();
			Fault fault = this.faults.poll();
			if (fault == null) {
				return call(statement, method, arguments);
			}
			if (fault.afterwards()) {
				call(statement, method, arguments);
			}
			if (fault.state().startsWith("08")) {
				connection.abort(Runnable::run);
			}
			throw new SQLException("Injected", fault.state());
		});
	}

	@Override
	public void close() {
		this.real.close();
	}

	private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
		try {
			return method.invoke(target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	private static <T> T proxy(Class<T> type, T target, Calls calls) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> calls.call(method, arguments)));
	}

	private interface Calls {

		@Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable;

	}

	private record Fault(String state, boolean afterwards) {
	}

}
