package io.istos.storage.postgres;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.util.unit.DataSize;

import io.istos.StorageUnavailableException;
import io.istos.UnstorableResultException;
import io.istos.coordination.Coordination;
import io.istos.coordination.Doc;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.ClaimToken;
import io.istos.storage.Document;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseToken;
import io.istos.storage.Renewal;
import io.istos.storage.postgres.DocumentSteps.Write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Who changes a document under its lock waits for it, and keeps nobody else waiting.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockedDocumentTests {

	private static Ledger ledger;

	private static Documents documents;

	@BeforeAll
	static void open() {
		ledger = Ledger.create();
		documents = new Documents(ledger);
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	@AfterEach
	void noTransactionStaysOpen() {
		assertThat(
				ledger.jdbc.queryForObject("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
						+ "AND state LIKE 'idle in transaction%'", Long.class))
			.isZero();
	}

	@Test
	void itWaitsForWhoHasTheDocumentAndSeesWhatItWrote() throws Exception {
		EntryKey key = Documents.key();
		documents.created(key, "1");
		try (Connection rival = ledger.rival("UPDATE istos.istos_document SET value = '41' WHERE key = ?", key.key())) {
			FutureTask<Document> updating = waiting(() -> ledger.plugin.updateDocument(key, Documents::next));
			rival.commit();
			assertThat(updating.get().value()).isEqualTo("42");
		}
		assertThat(documents.found(key).value()).isEqualTo("42");
	}

	@Test
	void itWaitsForWhoCreatesTheDocument() throws Exception {
		EntryKey key = Documents.key();
		try (Connection rival = documents.uncommitted(DocumentSteps.CREATE, new Write(key, null, "41"))) {
			FutureTask<Document> updating = waiting(() -> ledger.plugin.updateDocument(key, Documents::next));
			rival.commit();
			assertThat(updating.get().value()).isEqualTo("42");
		}
	}

	@Test
	void itWaitsForWhoDeletesTheDocumentAndCreatesItAnew() throws Exception {
		EntryKey key = Documents.key();
		documents.created(key, "41");
		try (Connection rival = ledger.rival("DELETE FROM istos.istos_document WHERE key = ?", key.key())) {
			FutureTask<Document> updating = waiting(() -> ledger.plugin.updateDocument(key, Documents::next));
			rival.commit();
			assertThat(updating.get().value()).isEqualTo("1");
		}
	}

	/** While one creates it by an update, others are told nothing that may not come. */
	@Test
	void whoMeetsAnUncommittedCreationIsAskedAgain() {
		EntryKey key = Documents.key();
		List<FutureTask<DocumentWrite>> late = new ArrayList<>();
		Document created = ledger.plugin.updateDocument(key, (value) -> {
			assertThat(ask(() -> documents.create(key)).get(0)).isEmpty();
			assertThat(ledger.plugin.findDocument(key)).isEmpty();
			late.add(new FutureTask<>(() -> ledger.plugin.createDocument(key, "9")));
			new Thread(late.get(0)).start();
			return "1";
		});
		DocumentWrite refused = ask(late.get(0)::get);
		assertThat(refused).isEqualTo(new DocumentWrite(false, created));
	}

	@Test
	void neitherClaimsNorRenewalsNorOtherDocumentsWait() throws Exception {
		EntryKey hot = Documents.key();
		documents.created(hot, "0");
		EntryKey cold = Documents.key();
		Document other = documents.created(cold, "0");
		ClaimToken claim = ledger.claimed(Ledger.key());
		LeaseToken lease = new Leases(ledger).acquired(Leases.scope());
		int crowd = 16;
		ExecutorService threads = Executors.newFixedThreadPool(crowd);
		List<Future<Document>> updates = new ArrayList<>();
		try (Connection rival = documents.locked("istos_document", "UPDATE", hot)) {
			for (int i = 0; i < crowd; i++) {
				updates.add(threads.submit(() -> ledger.plugin.updateDocument(hot, Documents::next)));
			}
			Ledger.awaitLockWait(ledger.jdbc);
			assertThat(ledger.renew(claim)).isEqualTo(Renewal.Answer.RENEWED);
			assertThat(new Leases(ledger).renew(lease)).isEqualTo(LeaseRenewal.Answer.RENEWED);
			ledger.done(Ledger.key(), "1");
			assertThat(new Leases(ledger).isGranted(Leases.scope())).isTrue();
			assertThat(ledger.plugin.replaceDocument(cold, other.version(), "1").written()).isTrue();
			assertThat(documents.found(hot).value()).isEqualTo("0");
			assertThat(updates).noneMatch(Future::isDone);
			rival.rollback();
		}
		for (Future<Document> update : updates) {
			assertThat(update.get().value()).isNotNull();
		}
		threads.shutdown();
		assertThat(documents.found(hot).value()).isEqualTo("" + crowd);
	}

	@Test
	void itDoesNotWaitForEver() throws Exception {
		EntryKey key = Documents.key();
		Document document = documents.created(key, "1");
		EntryKey absent = Documents.key();
		try (Connection rival = documents.locked("istos_document", "UPDATE", key);
				Connection creator = documents.uncommitted(DocumentSteps.CREATE, new Write(absent, null, "1"))) {
			for (EntryKey waitedFor : List.of(key, absent)) {
				assertThatExceptionOfType(StorageUnavailableException.class)
					.isThrownBy(() -> ledger.plugin.updateDocument(waitedFor, Documents::next))
					.withMessageContaining("update a document")
					.withMessageContaining("55P03")
					.satisfies((ex) -> assertThat(ex.retryAfter()).isPositive());
			}
			rival.rollback();
			creator.rollback();
		}
		assertThat(ledger.plugin.findDocument(key)).contains(document);
		assertThat(ledger.plugin.updateDocument(key, Documents::next).value()).isEqualTo("2");
	}

	/** A process that stops with the lock doesn't stop the others: they wait longer. */
	@Test
	void whoStopsInBetweenLosesTheLockAndWritesNothing() throws Exception {
		EntryKey key = Documents.key();
		documents.created(key, "1");
		try (PostgresStoragePlugin node = ledger.anotherPlugin()) {
			List<FutureTask<Document>> others = new ArrayList<>();
			assertThatExceptionOfType(StorageUnavailableException.class)
				.isThrownBy(() -> ledger.plugin.updateDocument(key, (value) -> {
					others.add(ask(() -> waiting(() -> node.updateDocument(key, Documents::next))));
					ask(others.get(0)::get);
					return "9";
				}))
				.withMessageContaining("update a document")
				.withMessageContaining("leave slow work out of it");
			assertThat(others.get(0).get().value()).isEqualTo("2");
		}
		assertThat(documents.found(key).value()).isEqualTo("2");
		assertThat(ledger.plugin.updateDocument(key, Documents::next).value()).isEqualTo("3");
	}

	@Test
	void whatCannotBeStoredIsRefusedAndNothingStaysLocked() {
		EntryKey key = Documents.key();
		documents.created(key, "1");
		for (String bad : List.of("a\0b", "a\ud800", "\udc00b")) {
			assertThatExceptionOfType(UnstorableResultException.class)
				.isThrownBy(() -> ledger.plugin.updateDocument(key, (value) -> bad))
				.withMessageContaining("document");
		}
		assertThatIllegalStateException().isThrownBy(() -> ledger.plugin.updateDocument(key, (value) -> {
			throw new IllegalStateException("boom");
		}));
		assertThat(ledger.plugin.replaceDocument(key, documents.found(key).version(), "2").written()).isTrue();
	}

	@Test
	void aHotDocumentOnTwoNodesLosesNoUpdateAndNobodyGivesUp() throws Exception {
		int threads = 64;
		int each = 10;
		AtomicInteger most = new AtomicInteger();
		try (PostgresStoragePlugin node = ledger.anotherPlugin()) {
			ExecutorService writers = Executors.newFixedThreadPool(threads);
			List<Future<?>> all = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				Doc<Integer> doc = doc((i % 2 == 0) ? ledger.plugin : node);
				all.add(writers.submit(() -> {
					for (int n = 0; n < each; n++) {
						AtomicInteger attempts = new AtomicInteger();
						doc.update((value) -> {
							attempts.incrementAndGet();
							return value + 1;
						}, 0);
						most.accumulateAndGet(attempts.get(), Math::max);
					}
				}));
			}
			for (Future<?> writer : all) {
				writer.get();
			}
			writers.shutdown();
		}
		assertThat(doc(ledger.plugin).get().orElseThrow().value()).isEqualTo(threads * each);
		assertThat(most).hasValueLessThanOrEqualTo(4);
	}

	private static Doc<Integer> doc(PostgresStoragePlugin node) {
		return new Coordination(node, new JacksonResultCodec(DataSize.ofKilobytes(1)), () -> "", "node").doc("hot",
				Integer.class);
	}

	/** Start what waits for a lock; it does when this returns. */
	private static <T> FutureTask<T> waiting(Callable<T> call) {
		FutureTask<T> task = new FutureTask<>(call);
		new Thread(task).start();
		Ledger.awaitLockWait(ledger.jdbc);
		return task;
	}

	private static <T> T ask(Callable<T> call) {
		try {
			return call.call();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
