package io.istos.storage.postgres;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.StorageUnavailableException;
import io.istos.storage.Document;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;
import io.istos.storage.LeaseToken;
import io.istos.storage.StateWrite;
import io.istos.storage.StateWrite.Change;
import io.istos.storage.postgres.DocumentSteps.Write;
import io.istos.storage.postgres.PostgresValues.Entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * No statement waits for another's document, value or state: it is asked again, with
 * pauses in which no connection is held. A statement that waits fails with its lock
 * time-out here, since the rival stays.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DocumentNeverWaitTests {

	private static Ledger ledger;

	private static Documents documents;

	private static FaultyConnections counting;

	@BeforeAll
	static void open() {
		PostgresSettings defaults = PostgresSettings.defaults();
		PostgresSettings impatient = new PostgresSettings("istos", defaults.initializeSchema(), 3,
				defaults.connectionTimeout(), defaults.statementTimeout(), Duration.ofMillis(500));
		ledger = Ledger.create(impatient, (pool) -> {
			counting = new FaultyConnections(ReservedPool.like(pool, impatient));
			return counting;
		});
		documents = new Documents(ledger);
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	@Test
	void notForAnUncommittedCreation() throws Exception {
		EntryKey key = Documents.key();
		try (Connection rival = documents.uncommitted(DocumentSteps.CREATE, new Write(key, null, "1"))) {
			assertThat(documents.create(key, Documents.key())).extracting(Optional::isPresent)
				.containsExactly(false, true);
			assertThat(documents.replace(1, key)).containsExactly(Optional.of(new DocumentSteps.Answer(null, null)));
			assertThat(ledger.plugin.findDocument(key)).isEmpty();
			assertHeld("create", () -> ledger.plugin.createDocument(key, "2"));
			rival.commit();
		}
		assertThat(ledger.plugin.createDocument(key, "2")).isEqualTo(new DocumentWrite(false, documents.found(key)));
	}

	/** Its snapshot is older than the winner's commit. */
	@Test
	void whoLosesToATransactionThatCommitsJustThenIsToldItsDocument() throws Exception {
		EntryKey key = Documents.key();
		try (Connection rival = documents.uncommitted(DocumentSteps.CREATE, new Write(key, null, "\"winner\""))) {
			FutureTask<DocumentWrite> loser = asking(() -> ledger.plugin.createDocument(key, "\"loser\""));
			rival.commit();
			assertThat(loser.get()).isEqualTo(new DocumentWrite(false, documents.found(key)));
			assertThat(documents.found(key).value()).isEqualTo("\"winner\"");
		}
	}

	@Test
	void whoWaitedForATransactionThatRolledBackWins() throws Exception {
		EntryKey key = Documents.key();
		try (Connection rival = documents.uncommitted(DocumentSteps.CREATE, new Write(key, null, "1"))) {
			FutureTask<DocumentWrite> next = asking(() -> ledger.plugin.createDocument(key, "2"));
			rival.rollback();
			assertThat(next.get()).isEqualTo(new DocumentWrite(true, documents.found(key)));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "UPDATE", "NO KEY UPDATE", "SHARE" })
	void notForALockedDocument(String strength) throws Exception {
		Document locked = documents.created(Documents.key(), "1");
		EntryKey key = Documents.key();
		Document document = documents.created(key, "1");
		try (Connection rival = documents.locked("istos_document", strength, key)) {
			assertThat(ledger.plugin.findDocument(key)).contains(document);
			assertThat(ledger.plugin.createDocument(key, "2")).isEqualTo(new DocumentWrite(false, document));
			assertThat(ledger.plugin.replaceDocument(key, locked.version(), "2"))
				.isEqualTo(new DocumentWrite(false, document));
			assertThat(ledger.plugin.deleteDocument(key, locked.version())).isFalse();
			assertThat(documents.replace(document.version(), key)).containsExactly(Optional.empty());
			assertThat(documents.delete(document.version(), key)).containsExactly(Optional.empty());
			assertHeld("replace", () -> ledger.plugin.replaceDocument(key, document.version(), "2"));
			assertHeld("delete", () -> ledger.plugin.deleteDocument(key, document.version()));
			rival.rollback();
		}
		assertThat(ledger.plugin.replaceDocument(key, document.version(), "2").written()).isTrue();
	}

	@Test
	void notForAnUncommittedReplacement() throws Exception {
		EntryKey key = Documents.key();
		Document before = documents.created(key, "1");
		try (Connection rival = documents.uncommitted(DocumentSteps.REPLACE, new Write(key, before.version(), "2"))) {
			FutureTask<DocumentWrite> loser = asking(() -> ledger.plugin.replaceDocument(key, before.version(), "3"));
			assertThat(ledger.plugin.findDocument(key)).contains(before);
			rival.commit();
			assertThat(loser.get()).isEqualTo(new DocumentWrite(false, documents.found(key)));
			assertThat(documents.found(key).value()).isEqualTo("2");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "UPDATE", "NO KEY UPDATE", "SHARE" })
	void notForALockedValue(String strength) throws Exception {
		EntryKey key = Documents.key();
		ledger.plugin.put(key, "1");
		EntryKey other = Documents.key();
		try (Connection rival = documents.locked("istos_kv_store", strength, key)) {
			assertThat(ledger.plugin.get(key)).contains("1");
			assertThat(documents.together(PostgresValues.PUT, List.of(new Entry(key, "2"), new Entry(other, "2"))))
				.extracting(Optional::isPresent)
				.containsExactly(false, true);
			assertThat(documents.together(PostgresValues.DELETE, List.of(key, other))).extracting(Optional::isPresent)
				.containsExactly(false, true);
			assertHeld("put", () -> {
				ledger.plugin.put(key, "2");
				return key;
			});
			assertHeld("delete", () -> {
				ledger.plugin.delete(key);
				return key;
			});
			rival.rollback();
		}
		ledger.plugin.put(key, "3");
		assertThat(ledger.plugin.get(key)).contains("3");
	}

	@Test
	void notForAnUncommittedValue() throws Exception {
		EntryKey key = Documents.key();
		try (Connection rival = documents.uncommitted(PostgresValues.PUT, new Entry(key, "1"))) {
			FutureTask<EntryKey> next = asking(() -> {
				ledger.plugin.put(key, "2");
				return key;
			});
			assertThat(ledger.plugin.get(key)).isEmpty();
			rival.commit();
			next.get();
			assertThat(ledger.plugin.get(key)).contains("2");
		}
	}

	/** Neither as changed nor as lost. */
	@Test
	void aStateWithAnUncommittedCheckpointIsAskedAgain() {
		Leases leases = new Leases(ledger);
		LeaseToken token = leases.acquired(Leases.scope());
		StateWrite guarded = new StateWrite(token, 0L, Change.to("2"), null, false);
		ledger.inTransaction((transaction) -> {
			ledger.plugin.fence(List.of(Leases.checkpoint(token, "1")), transaction);
			assertHeld("write the state", () -> ledger.plugin.writeState(guarded));
			assertThat(ledger.plugin.findLease(token.key()).orElseThrow().version()).isZero();
			return token;
		});
		assertThat(ledger.plugin.writeState(guarded))
			.isEqualTo(new StateWrite.Answer(StateWrite.Result.CHANGED, "1", 1));
	}

	@Test
	void aWriterMeetsAnUncommittedTakeOver() throws Exception {
		Leases leases = new Leases(ledger);
		LeaseToken late = leases.lapsed(Leases.scope());
		try (Connection rival = documents.uncommitted(LeaseSteps.ACQUIRE, Leases.request(late.key()))) {
			FutureTask<StateWrite.Answer> writer = asking(
					() -> ledger.plugin.writeState(new StateWrite(late, null, Change.to("2"), Leases.TTL, false)));
			rival.commit();
			assertThat(writer.get().result()).isEqualTo(StateWrite.Result.LOST);
		}
	}

	/**
	 * Between its statements, whoever asks again keeps nobody off.
	 */
	@Test
	void claimsGoOnMeanwhile() throws Exception {
		EntryKey key = Documents.key();
		Document document = documents.created(key, "1");
		try (Connection rival = documents.locked("istos_document", "UPDATE", key)) {
			List<FutureTask<DocumentWrite>> writers = List.of(
					asking(() -> ledger.plugin.replaceDocument(key, document.version(), "2")),
					asking(() -> ledger.plugin.replaceDocument(key, document.version(), "3")));
			ledger.claimed(Ledger.key());
			rival.rollback();
			assertThat(List.of(writers.get(0).get().written(), writers.get(1).get().written())).containsOnlyOnce(true);
		}
	}

	/** Start what goes on until a rival ends; it has asked when this returns. */
	private static <T> FutureTask<T> asking(Callable<T> call) {
		int before = counting.statements.get();
		FutureTask<T> task = new FutureTask<>(call);
		new Thread(task).start();
		Awaitility.await().pollInterval(Duration.ofMillis(5)).until(() -> counting.statements.get() > before);
		return task;
	}

	private static void assertHeld(String what, Callable<?> call) {
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(call::call)
			.withMessageContaining(what)
			.withMessageContaining("held the row")
			.withMessageContaining("55P03")
			.satisfies((ex) -> assertThat(ex.retryAfter()).isPositive());
	}

}
