package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Document;
import io.istos.storage.EntryKey;
import io.istos.storage.postgres.DocumentSteps.Answer;
import io.istos.storage.postgres.DocumentSteps.Deletion;
import io.istos.storage.postgres.DocumentSteps.Write;

/**
 * Short words for what tests do with documents and values.
 *
 * @param ledger where they are kept
 */
record Documents(Ledger ledger) {

	private static final AtomicInteger KEYS = new AtomicInteger();

	static EntryKey key() {
		return new EntryKey("", String.format("document-%06d", KEYS.incrementAndGet()));
	}

	static String next(@Nullable String number) {
		return String.valueOf((number != null) ? Integer.parseInt(number) + 1 : 1);
	}

	Document created(EntryKey key, String value) {
		return Objects.requireNonNull(this.ledger.plugin.createDocument(key, value).document());
	}

	Document found(EntryKey key) {
		return this.ledger.plugin.findDocument(key).orElseThrow();
	}

	/** As one batch, in the form for many, without asking again. */
	<Q, A> List<A> together(Step<Q, A> step, List<Q> items) throws SQLException {
		try (Connection connection = this.ledger.database.dataSource().getConnection()) {
			List<Q> sorted = items.stream().sorted(step.order()).toList();
			List<A> answers = StepStatement.own(step, new Sql(PostgresSettings.defaults())).execute(connection, sorted);
			return items.stream().map((item) -> answers.get(sorted.indexOf(item))).toList();
		}
	}

	List<Optional<Answer>> create(EntryKey... keys) throws SQLException {
		return together(DocumentSteps.CREATE, writes(null, keys));
	}

	List<Optional<Answer>> replace(long version, EntryKey... keys) throws SQLException {
		return together(DocumentSteps.REPLACE, writes(version, keys));
	}

	private static List<Write> writes(@Nullable Long version, EntryKey... keys) {
		return List.of(keys).stream().map((key) -> new Write(key, version, "2")).toList();
	}

	List<Optional<Boolean>> delete(long version, EntryKey... keys) throws SQLException {
		return together(DocumentSteps.DELETE, List.of(keys).stream().map((key) -> new Deletion(key, version)).toList());
	}

	/**
	 * Run a step in a transaction that another node has open.
	 */
	<Q, A> Connection uncommitted(Step<Q, A> step, Q item) throws SQLException {
		Connection rival = this.ledger.rival("SELECT 1");
		StepStatement.inTransaction(step, new Sql(PostgresSettings.defaults())).execute(rival, List.of(item));
		return rival;
	}

	/** While another transaction has locked a row. */
	Connection locked(String table, String strength, EntryKey key) throws SQLException {
		return this.ledger.rival("SELECT 1 FROM istos." + table + " WHERE key = ? FOR " + strength, key.key());
	}

	Map<String, @Nullable Object> row(EntryKey key) {
		return this.ledger.jdbc.queryForMap("SELECT *, ctid::text AS place, xmin::text AS writer, xmax::text AS locker "
				+ "FROM istos.istos_document WHERE key = ?", key.key());
	}

}
