package io.istos.storage.postgres;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.istos.storage.ClaimToken;
import io.istos.storage.EntryKey;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseToken;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.StateWrite;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Istos's own transactions don't depend on the defaults of server or database. A trigger
 * notes what was in force when they wrote.
 */
class OwnTransactionSettingsTests {

	@ParameterizedTest
	@ValueSource(strings = { "off", "local" })
	void hostileDefaults(String synchronousCommit) {
		try (Ledger ledger = Ledger.create()) {
			note(ledger);
			setDefault(ledger, "default_transaction_isolation", "serializable");
			setDefault(ledger, "synchronous_commit", synchronousCommit);
			setDefault(ledger, "default_transaction_read_only", "on");
			PostgresStoragePlugin plugin = ledger.anotherPlugin();
			work(plugin, ledger);
			plugin.close();
			assertThat(notes(ledger)).hasSize(14)
				.allSatisfy((note) -> assertThat(note).containsEntry("isolation", "read committed")
					.containsEntry("commit", "on")
					.containsEntry("statement", "5s")
					.containsEntry("lock", "2s"));
		}
	}

	@Test
	void aStricterCommitStays() {
		try (Ledger ledger = Ledger.create()) {
			note(ledger);
			setDefault(ledger, "synchronous_commit", "remote_apply");
			PostgresStoragePlugin plugin = ledger.anotherPlugin();
			work(plugin, ledger);
			plugin.close();
			assertThat(notes(ledger)).allSatisfy((note) -> assertThat(note).containsEntry("commit", "remote_apply"));
		}
	}

	@Test
	void nothingStaysWithTheSession() throws Exception {
		try (Ledger ledger = Ledger.create()) {
			ledger.claimed(Ledger.key());
			try (ReservedPool pool = ReservedPool.like(ledger.pool, PostgresSettings.defaults());
					var connection = pool.open()) {
				StepStatement.own(Steps.CLAIM, new Sql(PostgresSettings.defaults()))
					.execute(connection, List.of(Ledger.request(Ledger.key())));
				ConnectionSource same = new GivenConnections(new SingleConnectionDataSource(connection, true));
				new LockedDocuments(
						new OwnTransactions(new Lane(same, 1, Duration.ofSeconds(1)), PostgresSettings.defaults()),
						new Sql(PostgresSettings.defaults()), Duration.ofSeconds(1))
					.update(Documents.key(), Documents::next);
				for (String setting : List.of("statement_timeout", "lock_timeout", "enable_seqscan",
						"idle_in_transaction_session_timeout")) {
					try (var statement = connection.createStatement();
							var row = statement.executeQuery(
									"SELECT setting = reset_val FROM pg_settings WHERE name = '" + setting + "'")) {
						row.next();
						assertThat(row.getBoolean(1)).as(setting).isTrue();
					}
				}
			}
		}
	}

	@Test
	void nothingStaysWithTheSessionOfAFencedTransaction() {
		try (Ledger ledger = Ledger.create()) {
			LeaseToken token = new Leases(ledger).acquired(Leases.scope());
			ledger.inTransaction((transaction) -> {
				assertThat(ledger.plugin.holdForUpdate(token, transaction)).isTrue();
				ledger.plugin.fence(List.of(Leases.checkpoint(token, "1")), transaction);
				ledger.business().execute("COMMIT");
				assertThat(ledger.business()
					.queryForObject("SELECT setting = reset_val FROM pg_settings "
							+ "WHERE name = 'idle_in_transaction_session_timeout'", Boolean.class))
					.isTrue();
				return token;
			});
		}
	}

	private static void work(PostgresStoragePlugin plugin, Ledger ledger) {
		var request = Ledger.request(Ledger.key());
		ClaimToken token = request.token(plugin.claimProcessed(request).epoch());
		assertThat(plugin.renewClaims(List.of(new Renewal(token, Ledger.LONG))))
			.containsExactly(Renewal.Answer.RENEWED);
		assertThat(plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
		var other = Ledger.request(Ledger.key());
		assertThat(plugin.releaseClaim(Ledger.release(other.token(plugin.claimProcessed(other).epoch()))))
			.isEqualTo(Release.Answer.RELEASED);
		var lease = Leases.request(Leases.scope());
		LeaseToken held = lease.token(Objects.requireNonNull(plugin.acquire(lease).granted()).epoch());
		assertThat(plugin.renewLeases(List.of(Leases.renewal(held)))).containsExactly(LeaseRenewal.Answer.RENEWED);
		assertThat(plugin.holds(held)).isTrue();
		assertThat(plugin.writeState(new StateWrite(held, null, StateWrite.Change.to("1"), null, false)).result())
			.isEqualTo(StateWrite.Result.WRITTEN);
		assertThat(plugin.releaseLease(Leases.release(held))).isEqualTo(LeaseRelease.Answer.RELEASED);
		EntryKey key = Documents.key();
		plugin.put(key, "1");
		long version = Objects.requireNonNull(plugin.createDocument(key, "1").document()).version();
		assertThat(plugin.replaceDocument(key, version, "2").written()).isTrue();
		assertThat(plugin.updateDocument(key, Documents::next).value()).isEqualTo("3");
		assertThat(plugin.updateDocument(Documents.key(), Documents::next).value()).isEqualTo("1");
	}

	private static void setDefault(Ledger ledger, String name, String value) {
		ledger.jdbc.execute("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET " + name + " = ''" + value
				+ "''', current_database()); END $$");
	}

	private static void note(Ledger ledger) {
		ledger.jdbc.execute(
				"""
						CREATE TABLE note (isolation text, commit text, statement text, lock text);
						CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
						  INSERT INTO public.note VALUES (current_setting('transaction_isolation'),
						    current_setting('synchronous_commit'), current_setting('statement_timeout'), current_setting('lock_timeout'));
						  RETURN NEW; END $$;
						CREATE TRIGGER note AFTER INSERT OR UPDATE ON istos.istos_idempotency
						  FOR EACH ROW EXECUTE FUNCTION note();
						CREATE TRIGGER note AFTER INSERT OR UPDATE ON istos.istos_lease
						  FOR EACH ROW EXECUTE FUNCTION note();
						CREATE TRIGGER note AFTER INSERT OR UPDATE ON istos.istos_document
						  FOR EACH ROW EXECUTE FUNCTION note();
						CREATE TRIGGER note AFTER INSERT OR UPDATE ON istos.istos_kv_store
						  FOR EACH ROW EXECUTE FUNCTION note()""");
	}

	private static List<Map<String, @Nullable Object>> notes(Ledger ledger) {
		return ledger.jdbc.queryForList("SELECT * FROM note");
	}

}
