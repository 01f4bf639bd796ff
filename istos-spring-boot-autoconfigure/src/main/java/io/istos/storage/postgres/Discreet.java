package io.istos.storage.postgres;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Failures of SQL without what the server adds to its first line: details and contexts
 * quote rows and parameters, so keys and results.
 */
final class Discreet {

	private static final int DEEPEST = 10;

	private Discreet() {
	}

	/**
	 * The failure itself if it quotes nothing, else one that tells what may be told.
	 */
	static SQLException of(SQLException ex) {
		return quotes(ex, 0) ? copy(ex, 0) : ex;
	}

	static String firstLine(SQLException ex) {
		return String.valueOf(ex.getMessage()).lines().findFirst().orElse("");
	}

	private static boolean quotes(Throwable ex, int depth) {
		if (depth == DEEPEST) {
			return true;
		}
		boolean itself = ex instanceof SQLException sql && !firstLine(sql).equals(String.valueOf(sql.getMessage()));
		return itself || Stream.concat(causes(ex), Arrays.stream(ex.getSuppressed()))
			.anyMatch((other) -> quotes(other, depth + 1));
	}

	private static Stream<Throwable> causes(Throwable ex) {
		@Nullable Throwable next = (ex instanceof SQLException sql) ? sql.getNextException() : null;
		return Stream.of(ex.getCause(), next).filter(Objects::nonNull);
	}

	private static SQLException copy(SQLException ex, int depth) {
		SQLException copy = new SQLException(firstLine(ex), ex.getSQLState(), ex.getErrorCode());
		copy.setStackTrace(ex.getStackTrace());
		causes(ex).limit(1).flatMap((cause) -> told(cause, depth + 1)).forEach(copy::initCause);
		Arrays.stream(ex.getSuppressed()).flatMap((other) -> told(other, depth + 1)).forEach(copy::addSuppressed);
		return copy;
	}

	// What is no failure of SQL can't be told in part.
	private static Stream<Throwable> told(Throwable ex, int depth) {
		if (!quotes(ex, depth)) {
			return Stream.of(ex);
		}
		return (ex instanceof SQLException sql && depth < DEEPEST) ? Stream.of(copy(sql, depth)) : Stream.empty();
	}

}
