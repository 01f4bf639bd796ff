package io.istos.storage.contract;

import java.util.List;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.InvalidKeyException;
import io.istos.storage.ClaimKey;
import io.istos.storage.Document;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Documents that are written on a condition.
 */
abstract class DocumentWriteContract extends DocumentSupport {

	DocumentWriteContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void whatIsNotThereIsNeitherReadNorReplacedNorDeleted() {
		assertAbsent(KEY);
		assertThat(this.plugin.replaceDocument(KEY, 1, "1")).isEqualTo(new DocumentWrite(false, null));
		assertThat(this.plugin.deleteDocument(KEY, 1)).isFalse();
		assertAbsent(KEY);
	}

	@Test
	void theFirstCreatesAndTheNextIsToldWhatIsThere() {
		Document first = created(KEY, "1");
		assertStored(KEY, first);
		assertRefused(this.plugin.createDocument(KEY, "2"), first);
		assertRefused(this.other.createDocument(KEY, "1"), first);
		assertStored(KEY, first);
	}

	@Test
	void whoReadTheVersionReplacesIt() {
		Document first = created(KEY, "1");
		Document second = replaced(KEY, first, "2");
		assertStored(KEY, second);
		Document same = written(this.other.replaceDocument(KEY, second.version(), "2"), "2");
		assertStored(KEY, same);
		assertThat(List.of(first, second, same)).extracting(Document::version).doesNotHaveDuplicates();
	}

	@Test
	void whoReadAnotherVersionIsToldWhatIsThere() {
		Document first = created(KEY, "1");
		Document second = replaced(KEY, first, "2");
		for (long wrong : new long[] { first.version(), second.version() + 1, 0, -1 }) {
			assertRefused(this.plugin.replaceDocument(KEY, wrong, "3"), second);
			assertThat(this.plugin.deleteDocument(KEY, wrong)).isFalse();
		}
		assertStored(KEY, second);
	}

	@Test
	void whoReadTheVersionDeletesIt() {
		Document first = created(KEY, "1");
		assertThat(this.plugin.deleteDocument(KEY, first.version())).isTrue();
		assertAbsent(KEY);
		assertThat(this.other.deleteDocument(KEY, first.version())).isFalse();
	}

	@Test
	void noWriterOfAFormerLifeIsAccepted() {
		Document former = created(KEY, "1");
		for (int life = 0; life < 3; life++) {
			assertThat(this.plugin.deleteDocument(KEY, former.version())).isTrue();
			assertThat(this.plugin.replaceDocument(KEY, former.version(), "9"))
				.isEqualTo(new DocumentWrite(false, null));
			Document present = (life != 1) ? created(KEY, "1") : this.other.updateDocument(KEY, (value) -> "1");
			assertThat(present.version()).isNotEqualTo(former.version());
			assertRefused(this.plugin.replaceDocument(KEY, former.version(), "9"), present);
			assertThat(this.plugin.deleteDocument(KEY, former.version())).isFalse();
			assertStored(KEY, present);
			former = present;
		}
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "null", "\"\"", "\"\ud83d\ude00 \\u0000 \u00df O'Hara ? $1\"", "{ \"kept\" : [1.10, 2] }" })
	void aValueIsKeptAsItIs(String value) {
		Document created = created(KEY, value);
		assertStored(KEY, created);
		assertRefused(this.other.createDocument(KEY, "1"), created);
		assertStored(KEY, replaced(KEY, created, value));
		assertStored(KEY, this.other.updateDocument(KEY, (before) -> value));
	}

	@Test
	void aLargeValueIsKept() {
		String value = "\"" + "large ".repeat(100_000) + "\"";
		assertStored(KEY, created(KEY, value));
	}

	@Test
	void keysAndNamespacesAreKeptApart() {
		String longest = "\ud83d\ude00".repeat(EntryKey.MAX_KEY_LENGTH - 1);
		String namespace = "n".repeat(ClaimKey.MAX_NAMESPACE_BYTES);
		List<EntryKey> keys = List.of(KEY, entry("Stock"), entry(" stock"), new EntryKey("", "stock"),
				new EntryKey("zoo", "stock"), new EntryKey(namespace, longest + "1"),
				new EntryKey(namespace, longest + "2"));
		List<Document> documents = keys.stream().map((key) -> created(key, "\"" + key.key() + "\"")).toList();
		assertThat(documents).extracting(Document::version).doesNotHaveDuplicates();
		for (int i = 0; i < keys.size(); i++) {
			assertStored(keys.get(i), documents.get(i));
		}
	}

	@Test
	void documentsAndValuesAreKeptApart() {
		Document document = created(KEY, "1");
		this.plugin.put(KEY, "2");
		assertStored(KEY, document);
		assertThat(this.plugin.deleteDocument(KEY, document.version())).isTrue();
		assertThat(this.plugin.get(KEY)).contains("2");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "  ", "nul \0", "half \ud83d", "\ude00 half" })
	void keysThatCannotBeStoredAreRefused(String key) {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> entry(key));
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> entry("k".repeat(EntryKey.MAX_KEY_LENGTH + 1)));
	}

	@Test
	void aDocumentDoesNotDependOnTheTransactionAroundIt() {
		Document deleted = created(entry("deleted"), "1");
		Document before = created(entry("replaced"), "1");
		Document created;
		Document replaced;
		Document updated;
		try (TestTransaction transaction = this.fixture.begin()) {
			claimedIn(transaction, key("42"));
			created = created(KEY, "1");
			replaced = replaced(entry("replaced"), before, "2");
			updated = this.plugin.updateDocument(entry("updated"), (value) -> "1");
			assertThat(this.plugin.deleteDocument(entry("deleted"), deleted.version())).isTrue();
			transaction.rollback();
		}
		assertStored(KEY, created);
		assertStored(entry("replaced"), replaced);
		assertStored(entry("updated"), updated);
		assertAbsent(entry("deleted"));
	}

}
