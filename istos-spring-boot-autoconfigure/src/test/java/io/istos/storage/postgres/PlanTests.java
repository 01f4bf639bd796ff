package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Statements keep to the indexes, whatever the table's statistics say: plans are kept for
 * as long as a connection lives, and most are made while the table is small.
 */
class PlanTests {

	private static Ledger ledger;

	@BeforeAll
	static void open() {
		ledger = Ledger.create();
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	static Step<?, ?>[] steps() {
		return new Step<?, ?>[] { Steps.CLAIM, Steps.COMPLETE, Steps.RELEASE, Steps.RENEW };
	}

	static Step<?, ?>[] leaseSteps() {
		return new Step<?, ?>[] { LeaseSteps.ACQUIRE, LeaseSteps.RELEASE, LeaseSteps.RENEW, LeaseSteps.WRITE_STATE };
	}

	static Step<?, ?>[] documentSteps() {
		return new Step<?, ?>[] { DocumentSteps.REPLACE, DocumentSteps.DELETE };
	}

	static Step<?, ?>[] valueSteps() {
		return new Step<?, ?>[] { PostgresValues.PUT, PostgresValues.DELETE };
	}

	@ParameterizedTest
	@MethodSource("steps")
	void batchesDontScanAnEmptyTable(Step<?, ?> step) throws SQLException {
		assertKeepsTo("istos_idempotency_pkey", step);
	}

	@ParameterizedTest
	@MethodSource("leaseSteps")
	void norDoThoseOfLeases(Step<?, ?> step) throws SQLException {
		assertKeepsTo("istos_lease_pkey", step);
	}

	@ParameterizedTest
	@MethodSource("documentSteps")
	void norDoThoseOfDocuments(Step<?, ?> step) throws SQLException {
		assertKeepsTo("istos_document_pkey", step);
	}

	@ParameterizedTest
	@MethodSource("valueSteps")
	void norDoThoseOfValues(Step<?, ?> step) throws SQLException {
		assertKeepsTo("istos_kv_store_pkey", step);
	}

	private static void assertKeepsTo(String index, Step<?, ?> step) throws SQLException {
		assertThat(plan(step)).contains(index).contains("Tid Scan").doesNotContain("Seq Scan on istos_");
	}

	@Test
	void norDoesWhatOnlyReads() throws SQLException {
		assertThat(plan(LeaseSteps.FIND)).contains("istos_lease_pkey").doesNotContain("Seq Scan on istos_");
		assertThat(plan(DocumentSteps.FIND)).contains("istos_document_pkey").doesNotContain("Seq Scan on istos_");
		assertThat(plan(DocumentSteps.CREATE)).contains("istos_document_pkey").doesNotContain("Seq Scan on istos_");
		assertThat(plan(PostgresValues.GET)).contains("istos_kv_store_pkey").doesNotContain("Seq Scan on istos_");
	}

	@Test
	void norDoesALockedDocument() throws SQLException {
		assertThat(explain(explaining().transaction("lock-document"), "", "key")).contains("istos_document_pkey")
			.doesNotContain("Seq Scan");
	}

	private static String plan(Step<?, ?> step) throws SQLException {
		return explain(StepStatement.own(step, explaining()).batchSql(), "[]");
	}

	/** In the application's transaction, with its settings. */
	@ParameterizedTest
	@ValueSource(strings = { "hold-lease", "fence-lease", "checkpoint-lease" })
	void theOnesOfATransactionFindTheirRow(String name) throws SQLException {
		ledger.jdbc.execute(
				"""
						INSERT INTO istos.istos_lease (scope, epoch, owner, deadline)
						SELECT n::text, n, gen_random_uuid(), clock_timestamp() FROM generate_series(1, 5000) n ON CONFLICT DO NOTHING;
						ANALYZE istos.istos_lease""");
		String statement = new Sql(PostgresSettings.defaults()).statement(name);
		int parameters = statement.length() - statement.replace("?", "").length();
		Object[] values = { "", "1", UUID.randomUUID(), 1L, true, 1L, "1" };
		assertThat(explain("EXPLAIN " + statement, Arrays.copyOf(values, parameters))).contains("istos_lease_pkey")
			.doesNotContain("Seq Scan");
	}

	@Test
	void thePurgeReadsOnlyWhatHasExpired() throws SQLException {
		ledger.jdbc.execute(
				"""
						INSERT INTO istos.istos_idempotency (operation, key, state, epoch, outcome, result, expires_at)
						SELECT 'o', n::text, 'D', n, 'R', '1', clock_timestamp() + interval '1 day' FROM generate_series(1, 20000) n;
						UPDATE istos.istos_idempotency SET expires_at = clock_timestamp() WHERE epoch <= 10;
						ANALYZE istos.istos_idempotency""");
		assertThat(ledger.plugin.purgeClaims(100)).isEqualTo(10);
		assertThat(explain(explaining().transaction("purge"), 100)).contains("Index Cond: (expires_at <= ");
	}

	@Test
	void thePurgeOfTheLogReadsOnlyWhatIsOldInTheOrderOfAge() throws SQLException {
		ledger.jdbc.execute("""
				INSERT INTO istos.istos_event_log (key, kind, at)
				SELECT 'k', 'log', clock_timestamp() - n * interval '1 s' FROM generate_series(1, 20000) n;
				ANALYZE istos.istos_event_log""");
		assertThat(ledger.plugin.purgeLog(Duration.ofSeconds(19_900), 1000)).isBetween(95, 105);
		assertThat(explain(explaining().transaction("purge-log"), 1L, 100)).contains("istos_event_log_at")
			.contains("Index Cond: (at <= ")
			.doesNotContain("Sort");
	}

	private static Sql explaining() {
		return new Sql(PostgresSettings.defaults()) {

			@Override
			String inTransaction(String statement) {
				return super.inTransaction("EXPLAIN " + statement);
			}

		};
	}

	private static String explain(String sql, Object... parameters) throws SQLException {
		try (Connection connection = ledger.database.dataSource().getConnection();
				Statement setting = connection.createStatement();
				PreparedStatement statement = connection.prepareStatement(sql)) {
			setting.execute("SET plan_cache_mode = force_generic_plan");
			for (int i = 0; i < parameters.length; i++) {
				statement.setObject(i + 1, parameters[i]);
			}
			return Results.read(statement, PlanTests::lines);
		}
	}

	private static String lines(ResultSet rows) throws SQLException {
		StringBuilder lines = new StringBuilder();
		while (rows.next()) {
			lines.append(rows.getString(1)).append('\n');
		}
		return lines.toString();
	}

}
