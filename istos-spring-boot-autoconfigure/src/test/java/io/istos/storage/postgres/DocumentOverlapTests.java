package io.istos.storage.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.istos.StorageUnavailableException;
import io.istos.UnstorableResultException;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.StateTransition;
import io.istos.storage.StateWrite;
import io.istos.storage.StateWrite.Change;
import io.istos.storage.StoragePlugin;
import io.istos.storage.postgres.DocumentSteps.Write;
import io.istos.storage.postgres.PostgresValues.Entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * As {@link OverlapTests}, for documents, values and states.
 */
class DocumentOverlapTests {

	private static final int CALLERS = CrowdedLedger.CALLERS;

	@Test
	void sixtyFourReadersTakeOneStatement() throws Exception {
		try (CrowdedLedger crowd = new CrowdedLedger(PostgresStoragePlugin::waitingReads)) {
			EntryKey there = Documents.key();
			crowd.ledger.plugin.createDocument(there, "1");
			List<Future<Boolean>> answers = crowd.together(calls(
					(i) -> () -> crowd.ledger.plugin.findDocument((i == 33) ? there : Documents.key()).isPresent()));
			for (int i = 0; i < CALLERS; i++) {
				assertThat(answers.get(i).get()).isEqualTo(i == 33);
			}
			assertThat(crowd.statements()).isEqualTo(1);
		}
	}

	@Test
	void sixtyFourCreatorsTakeOneStatementAndOneThatIsRefusedFailsAlone() throws Exception {
		try (CrowdedLedger crowd = new CrowdedLedger(PostgresStoragePlugin::waitingCreations)) {
			assertThat(crowd.together(calls((i) -> () -> crowd.ledger.plugin.createDocument(Documents.key(), "" + i))))
				.allSatisfy((answer) -> assertThat(answer.get().written()).isTrue());
			assertThat(crowd.statements()).isEqualTo(1);
		}
		try (CrowdedLedger crowd = new CrowdedLedger(PostgresStoragePlugin::waitingCreations)) {
			crowd.ledger.jdbc.execute("ALTER TABLE istos.istos_document ADD CONSTRAINT bad CHECK (value <> 'bad')");
			List<Future<DocumentWrite>> answers = crowd.together(calls(
					(i) -> () -> crowd.ledger.plugin.createDocument(Documents.key(), (i != 33) ? "" + i : "bad")));
			for (int i = 0; i < CALLERS; i++) {
				if (i != 33) {
					assertThat(Objects.requireNonNull(answers.get(i).get().document()).value()).isEqualTo("" + i);
				}
			}
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answers.get(33).get())
				.withCauseInstanceOf(StorageUnavailableException.class)
				.withStackTraceContaining("23514");
		}
	}

	private static <T> List<Callable<T>> calls(IntFunction<Callable<T>> call) {
		return IntStream.range(0, CALLERS).mapToObj(call).toList();
	}

	@Test
	void whatCannotBeStoredNeverTravels() {
		try (Ledger ledger = Ledger.create()) {
			EntryKey key = Documents.key();
			LeaseToken token = new Leases(ledger).acquired(Leases.scope());
			for (String bad : List.of("a\0b", "a\ud800", "\udc00b", "\ud800\ud800")) {
				assertUnstorable("document", () -> ledger.plugin.createDocument(key, bad));
				assertUnstorable("document", () -> ledger.plugin.replaceDocument(key, 1, bad));
				assertUnstorable("value", () -> {
					ledger.plugin.put(key, bad);
					return key;
				});
				assertUnstorable(token.key().scope(),
						() -> ledger.plugin.writeState(new StateWrite(token, null, Change.to(bad), null, false)));
				LeaseRequest request = Leases.request(Leases.scope());
				assertUnstorable(request.key().scope(), () -> ledger.plugin.acquire(new LeaseRequest(request.key(),
						request.owner(), Leases.TTL, null, true, new StateTransition(StateTransition.ABSENT, bad))));
			}
		}
	}

	private static void assertUnstorable(String name, Callable<?> call) {
		assertThatExceptionOfType(UnstorableResultException.class).isThrownBy(call::call).withMessageContaining(name);
	}

	@Test
	void everyTextSurvivesABatch() throws Exception {
		try (Ledger ledger = Ledger.create()) {
			StringBuilder every = new StringBuilder("\ud83d\ude00 \"\\/' { } $1 ? :x %s \u2028 \uffff");
			for (char c = 1; c < 0x180; c++) {
				every.append(c);
			}
			String text = every.toString();
			Documents documents = new Documents(ledger);
			EntryKey key = new EntryKey("n" + text.substring(0, 90), text);
			documents.together(DocumentSteps.CREATE,
					List.of(new Write(key, null, text), new Write(Documents.key(), null, "1")));
			assertThat(documents.found(key).value()).isEqualTo(text);
			long version = documents.found(key).version();
			documents.together(DocumentSteps.REPLACE,
					List.of(new Write(key, version, text + text), new Write(Documents.key(), version, "1")));
			assertThat(
					documents.together(DocumentSteps.FIND, List.of(key, Documents.key())).get(0).orElseThrow().value())
				.isEqualTo(text + text);
			documents.together(PostgresValues.PUT, List.of(new Entry(key, text), new Entry(Documents.key(), "1")));
			assertThat(documents.together(PostgresValues.GET, List.of(key, Documents.key())).get(0)).contains(text);
			Leases leases = new Leases(ledger);
			LeaseToken token = leases.acquired(Leases.scope());
			StateWrite write = new StateWrite(token, null, Change.to(text), null, false);
			documents.together(LeaseSteps.WRITE_STATE,
					List.of(write, new StateWrite(leases.acquired(Leases.scope()), null, Change.NONE, null, true)));
			assertThat(documents.together(LeaseSteps.FIND, List.of(token.key(), Leases.scope()))
				.get(0)
				.orElseThrow()
				.state()).isEqualTo(text);
		}
	}

	/**
	 * Sorted, and never waiting: neither alone keeps overlapping batches from deadlocks.
	 */
	@Test
	void overlappingBatchesOfTwoNodesDontDeadlock() throws Exception {
		try (Ledger ledger = Ledger.create(); PostgresStoragePlugin other = ledger.anotherPlugin()) {
			List<EntryKey> keys = IntStream.range(0, 12).mapToObj((i) -> Documents.key()).toList();
			ExecutorService threads = Executors.newFixedThreadPool(24);
			List<Future<Integer>> workers = new ArrayList<>();
			for (int i = 0; i < 24; i++) {
				StoragePlugin node = (i % 2 == 0) ? ledger.plugin : other;
				workers.add(threads.submit(() -> work(node, keys)));
			}
			int written = 0;
			for (Future<Integer> worker : workers) {
				written += worker.get();
			}
			threads.shutdown();
			assertThat(written).isGreaterThan(100);
			assertThat(ledger.jdbc.queryForObject(
					"SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()", Long.class))
				.isZero();
		}
	}

	private static int work(StoragePlugin node, List<EntryKey> keys) {
		int written = 0;
		for (int n = 0; n < 100; n++) {
			if (work(node, keys.get(ThreadLocalRandom.current().nextInt(keys.size())), n)) {
				written++;
			}
		}
		return written;
	}

	private static boolean work(StoragePlugin node, EntryKey key, int n) {
		node.put(key, "" + n);
		long version = Objects.requireNonNull(node.createDocument(key, "1").document()).version();
		switch (ThreadLocalRandom.current().nextInt(4)) {
			case 0:
				return node.deleteDocument(key, version);
			case 1:
				node.delete(key);
				return false;
			case 2:
				return node.updateDocument(key, Documents::next).version() != version;
			default:
				return node.replaceDocument(key, version, "2").written();
		}
	}

}
