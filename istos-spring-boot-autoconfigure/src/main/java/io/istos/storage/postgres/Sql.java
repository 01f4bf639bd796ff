package io.istos.storage.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * Reads statements from the files beside this class. There, the schema is {@code istos}.
 */
class Sql {

	private final String schema;

	private final String begin;

	Sql(PostgresSettings settings) {
		this.schema = settings.schema();
		this.begin = begin(settings);
	}

	/**
	 * The server's defaults may be anything (SERIALIZABLE, read-only, asynchronous
	 * commits) and session state doesn't survive a pooler, so every transaction says what
	 * it needs. A plan made while a table was small would keep scanning it when it has
	 * grown; nothing here ever needs a scan.
	 */
	private static String begin(PostgresSettings settings) {
		return """
				BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
				SELECT set_config('statement_timeout', '%d', true), set_config('lock_timeout', '%d', true),
				set_config('enable_seqscan', 'off', true), CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
				THEN set_config('synchronous_commit', 'on', true) END;
				"""
			.formatted(settings.statementTimeout().toMillis(), settings.lockTimeout().toMillis());
	}

	/**
	 * A statement to be run in a transaction that is open already.
	 * @param name the name of its file
	 */
	String statement(String name) {
		return read(name).lines().filter((line) -> !line.strip().startsWith("--")).collect(Collectors.joining("\n"));
	}

	/**
	 * A statement as a transaction of its own, in one round trip.
	 * @param name the name of its file
	 */
	String transaction(String name) {
		return inTransaction(statement(name));
	}

	String inTransaction(String statement) {
		return opening(closing(statement));
	}

	/**
	 * The first statements of a transaction that takes more than one round trip.
	 */
	String opening(String statement) {
		return this.begin + statement;
	}

	/**
	 * The last one.
	 */
	String closing(String statement) {
		return statement + ";\nCOMMIT";
	}

	/**
	 * A file as it is, for a person too.
	 * @param name the name of the file
	 */
	String read(String name) {
		try (InputStream file = Sql.class.getResourceAsStream(name + ".sql")) {
			if (file == null) {
				throw new IllegalStateException("Missing resource " + name + ".sql");
			}
			return withSchema(new String(file.readAllBytes(), StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String withSchema(String text) {
		String quoted = '"' + this.schema + '"';
		return text.replace("istos.istos_", quoted + ".istos_")
			.replace("SCHEMA IF NOT EXISTS istos;", "SCHEMA IF NOT EXISTS " + quoted + ";");
	}

}
