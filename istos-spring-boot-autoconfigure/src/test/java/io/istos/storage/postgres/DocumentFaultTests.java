package io.istos.storage.postgres;

import java.util.Objects;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.StorageUnavailableException;
import io.istos.storage.Document;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.StateTransition;
import io.istos.storage.StateWrite;
import io.istos.storage.StateWrite.Change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * As {@link FaultTests}, for documents, values and states. A write whose answer was lost
 * is never sent again: it would meet its own effect and take it for another's.
 */
class DocumentFaultTests extends AbstractFaultTests {

	private static Documents documents;

	@BeforeAll
	static void prepare() {
		documents = new Documents(ledger);
	}

	@ParameterizedTest
	@MethodSource("retried")
	void readsAreRetried(String state, boolean afterwards) {
		EntryKey key = Documents.key();
		documents.created(key, "1");
		ledger.plugin.put(key, "1");
		LeaseToken token = new Leases(ledger).acquired(Leases.scope());
		faults.fail(state, afterwards);
		assertThat(ledger.plugin.findDocument(key)).isPresent();
		faults.fail(state, afterwards);
		assertThat(ledger.plugin.get(key)).isPresent();
		faults.fail(state, afterwards);
		assertThat(ledger.plugin.findLease(token.key())).isPresent();
	}

	/** The server said that it rolled back. */
	@ParameterizedTest
	@ValueSource(strings = { "40001", "40P01", "25006", "0A000" })
	void whatCertainlyDidNotHappenIsRetried(String state) {
		EntryKey key = Documents.key();
		faults.fail(state, false);
		Document created = written(ledger.plugin.createDocument(key, "1"));
		faults.fail(state, false);
		Document replaced = written(ledger.plugin.replaceDocument(key, created.version(), "2"));
		faults.fail(state, false);
		assertThat(ledger.plugin.updateDocument(key, Documents::next).value()).isEqualTo("3");
		faults.fail(state, false);
		assertThat(ledger.plugin.deleteDocument(key, documents.found(key).version())).isTrue();
		faults.fail(state, false);
		ledger.plugin.put(key, "1");
		faults.fail(state, false);
		ledger.plugin.delete(key);
		assertThat(replaced.version()).isNotEqualTo(created.version());
	}

	private static Document written(DocumentWrite write) {
		assertThat(write.written()).isTrue();
		return Objects.requireNonNull(write.document());
	}

	@ParameterizedTest
	@MethodSource("told")
	void anyOtherFailureIsToldAndNothingStaysLocked(String state, boolean afterwards) {
		EntryKey key = Documents.key();
		faults.fail(state, afterwards);
		assertUnavailable(state, "create a document", () -> ledger.plugin.createDocument(key, "1"));
		ledger.plugin.createDocument(key, "1");
		faults.fail(state, afterwards);
		assertUnavailable(state, "update a document", () -> ledger.plugin.updateDocument(key, Documents::next));
		faults.fail(state, afterwards);
		assertUnavailable(state, "put a value", () -> {
			ledger.plugin.put(key, "1");
			return key;
		});
		ledger.plugin.put(key, "2");
		assertThat(ledger.plugin.get(key)).contains("2");
		assertThat(ledger.plugin.deleteDocument(key, documents.found(key).version())).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "08006", "57P01" })
	void aLostAnswerToACreationIsTold(String state) {
		EntryKey key = Documents.key();
		faults.fail(state, true);
		assertUnavailable(state, "create a document", () -> ledger.plugin.createDocument(key, "1"));
		assertThat(documents.found(key).value()).isEqualTo("1");
		assertThat(ledger.plugin.createDocument(key, "2").written()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "08006", "57P01" })
	void aLostAnswerToAWriteDoesNotWriteTwice(String state) {
		EntryKey key = Documents.key();
		Document before = documents.created(key, "1");
		faults.fail(state, true);
		assertUnavailable(state, "replace a document", () -> ledger.plugin.replaceDocument(key, before.version(), "2"));
		assertThat(documents.found(key).value()).isEqualTo("2");
		long version = documents.found(key).version();
		faults.fail(state, true);
		assertUnavailable(state, "delete a document", () -> ledger.plugin.deleteDocument(key, version));
		assertThat(ledger.plugin.findDocument(key)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aConnectionThatIsLostWhileTheDocumentIsLockedWritesNothingMore(boolean afterwards) {
		EntryKey key = Documents.key();
		documents.created(key, "1");
		faults.fail("08006", afterwards);
		assertUnavailable("08006", "update a document", () -> ledger.plugin.updateDocument(key, Documents::next));
		assertThat(documents.found(key).value()).isEqualTo("1");
		assertUnavailable("08006", "update a document", () -> ledger.plugin.updateDocument(key, (value) -> {
			faults.fail("08006", afterwards);
			return Documents.next(value);
		}));
		assertThat(documents.found(key).value()).isEqualTo(afterwards ? "2" : "1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "08006", "57P01" })
	void aLostAnswerToAStateIsTold(String state) {
		LeaseToken token = new Leases(ledger).acquired(Leases.scope());
		faults.fail(state, true);
		assertUnavailable(state, "write the state",
				() -> ledger.plugin.writeState(new StateWrite(token, 0L, Change.to("1"), null, false)));
		assertThat(ledger.plugin.findLease(token.key()).orElseThrow().version()).isOne();
		LeaseRequest request = new LeaseRequest(Leases.scope(), token.owner(), Leases.TTL, null, true,
				new StateTransition(StateTransition.ABSENT, "1"));
		faults.fail(state, true);
		assertUnavailable(state, "acquire", () -> ledger.plugin.acquire(request));
		assertThat(ledger.plugin.findLease(request.key()).orElseThrow().version()).isOne();
		assertThat(Objects.requireNonNull(ledger.plugin.acquire(request).granted()).version()).isOne();
	}

	@Test
	void aVanishedTableIsCreatedAgainAndVersionsNeverComeAgain() {
		EntryKey key = Documents.key();
		Document former = documents.created(key, "1");
		ledger.jdbc.execute("DROP TABLE istos.istos_document, istos.istos_kv_store");
		assertUnavailable("42P01", "read a document", () -> ledger.plugin.findDocument(key));
		assertThat(documents.created(key, "1").version()).isNotEqualTo(former.version());
		ledger.plugin.put(key, "1");
	}

	private static void assertUnavailable(String state, String what, Callable<?> call) {
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(call::call)
			.withMessageContaining(state)
			.withMessageContaining(what)
			.satisfies((ex) -> assertThat(ex.retryAfter()).isNotNull());
	}

}
