package io.istos.storage.contract;

import java.util.Objects;
import java.util.function.Supplier;

import io.istos.storage.Document;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The words the contracts of documents are written in.
 */
abstract class DocumentSupport extends ContractSupport {

	static final EntryKey KEY = entry("stock");

	DocumentSupport(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	static EntryKey entry(String key) {
		return new EntryKey("shop", key);
	}

	Document created(EntryKey key, String value) {
		return written(this.plugin.createDocument(key, value), value);
	}

	Document replaced(EntryKey key, Document before, String value) {
		return written(this.plugin.replaceDocument(key, before.version(), value), value);
	}

	static Document written(DocumentWrite write, String value) {
		assertThat(write.written()).as("%s", write).isTrue();
		Document document = Objects.requireNonNull(write.document());
		assertThat(document.value()).isEqualTo(value);
		return document;
	}

	static void assertRefused(DocumentWrite write, Document present) {
		assertThat(write).isEqualTo(new DocumentWrite(false, present));
	}

	void assertStored(EntryKey key, Document document) {
		assertThat(this.plugin.findDocument(key)).contains(document);
		assertThat(this.other.findDocument(key)).contains(document);
	}

	void assertAbsent(EntryKey key) {
		assertThat(this.plugin.findDocument(key)).isEmpty();
		assertThat(this.other.findDocument(key)).isEmpty();
	}

	static String next(String number) {
		return String.valueOf(Integer.parseInt(number) + 1);
	}

}
