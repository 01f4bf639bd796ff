package io.istos.storage.postgres;

import java.sql.SQLException;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Judges failures by SQLSTATE: exception classes depend on driver and pool.
 */
final class SqlStates {

	static final String NO_PRIVILEGE = "42501";

	/**
	 * A standby now; a plan that outlived a migration.
	 */
	private static final Set<String> REFUSED = Set.of("25006", "0A000");

	/**
	 * Going down, coming up.
	 */
	private static final Set<String> LOST = Set.of("57P01", "57P02", "57P03");

	private SqlStates() {
	}

	static String of(SQLException ex) {
		for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
			if (cause instanceof SQLException sql && sql.getSQLState() != null) {
				return sql.getSQLState();
			}
		}
		return "";
	}

	/**
	 * The connection is of no more use, but another may be.
	 */
	static boolean connectionLost(SQLException ex) {
		String state = of(ex);
		return state.startsWith("08") || LOST.contains(state) || refused(ex);
	}

	/**
	 * As {@link #connectionLost}, and certainly nothing was written.
	 */
	static boolean refused(SQLException ex) {
		return REFUSED.contains(of(ex));
	}

	/**
	 * A victim of other transactions; ours was rolled back.
	 */
	static boolean rolledBack(SQLException ex) {
		String state = of(ex);
		return state.equals("40001") || state.equals("40P01");
	}

	/**
	 * The values are to blame.
	 */
	static boolean badData(SQLException ex) {
		return of(ex).startsWith("22") || of(ex).startsWith("23");
	}

	/**
	 * How a loss is told in a transaction.
	 */
	static boolean isDivisionByZero(@Nullable Throwable ex) {
		return ex instanceof SQLException sql && of(sql).equals("22012");
	}

	/**
	 * A table, schema or column is missing.
	 */
	static boolean missing(SQLException ex) {
		String state = of(ex);
		return state.equals("42P01") || state.equals("3F000") || state.equals("42703");
	}

	/**
	 * Somebody else created the same thing at the same time, without our lock.
	 */
	static boolean createdMeanwhile(SQLException ex) {
		String state = of(ex);
		return state.equals("23505") || state.startsWith("42P0") || state.equals("42710") || state.equals("XX000");
	}

}
