package io.istos.storage.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.istos.storage.Document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Documents that are changed while they are locked.
 */
abstract class DocumentUpdateContract extends DocumentSupport {

	DocumentUpdateContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void theChangeIsGivenWhatIsThere() {
		Document before = created(KEY, "1");
		Document after = this.plugin.updateDocument(KEY, DocumentSupport::next);
		assertThat(after.value()).isEqualTo("2");
		assertThat(after.version()).isNotEqualTo(before.version());
		assertStored(KEY, after);
	}

	@Test
	void whatIsNotThereIsCreated() {
		List<@Nullable String> given = new ArrayList<>();
		Document created = this.plugin.updateDocument(KEY, (value) -> {
			given.add(value);
			return "1";
		});
		assertThat(given).containsExactly((String) null);
		assertThat(created.value()).isEqualTo("1");
		assertStored(KEY, created);
		assertRefused(this.other.createDocument(KEY, "2"), created);
	}

	@Test
	void whoReadTheVersionBeforeIsRefused() {
		Document before = created(KEY, "1");
		Document after = this.other.updateDocument(KEY, DocumentSupport::next);
		assertRefused(this.plugin.replaceDocument(KEY, before.version(), "9"), after);
		assertThat(this.plugin.deleteDocument(KEY, before.version())).isFalse();
		assertStored(KEY, replaced(KEY, after, "3"));
	}

	@Test
	void whatTheChangeThrowsIsThrownAndNothingWritten() {
		Document present = created(KEY, "1");
		RuntimeException failure = new IllegalStateException("boom");
		Error error = new AssertionError("bang");
		assertThatThrownBy(() -> this.plugin.updateDocument(KEY, (value) -> {
			throw failure;
		})).isSameAs(failure);
		assertThatThrownBy(() -> this.plugin.updateDocument(entry("absent"), (value) -> {
			throw error;
		})).isSameAs(error);
		assertStored(KEY, present);
		assertAbsent(entry("absent"));
		assertStored(KEY, this.other.updateDocument(KEY, DocumentSupport::next));
		assertStored(entry("absent"), this.other.updateDocument(entry("absent"), (value) -> "1"));
		assertStored(KEY, written(
				this.other.replaceDocument(KEY, this.plugin.findDocument(KEY).orElseThrow().version(), "3"), "3"));
	}

}
