package io.istos.storage.contract;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.istos.storage.Document;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;
import io.istos.storage.StoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Everyone writes at once, on two nodes.
 */
abstract class DocumentRaceContract extends DocumentSupport {

	private final Crowd crowd = new Crowd();

	DocumentRaceContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@AfterEach
	void disperse() {
		this.crowd.close();
	}

	private StoragePlugin node(int i) {
		return (i % 2 == 0) ? this.plugin : this.other;
	}

	@Test
	void oneOfManyCreatesAndAllOthersAreToldItsDocument() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			EntryKey key = entry("k" + round);
			assertOneWrites(this.crowd.together((i) -> node(i).createDocument(key, "" + i)));
		}
	}

	@Test
	void oneOfManyReplacesAVersionAndAllOthersAreToldItsDocument() {
		Document document = created(KEY, "0");
		for (int round = 0; round < this.fixture.rounds(); round++) {
			long version = document.version();
			document = assertOneWrites(this.crowd.together((i) -> node(i).replaceDocument(KEY, version, "" + i)));
		}
	}

	private static Document assertOneWrites(List<DocumentWrite> answers) {
		List<DocumentWrite> winners = answers.stream().filter(DocumentWrite::written).toList();
		assertThat(winners).hasSize(1);
		Document document = Objects.requireNonNull(winners.get(0).document());
		assertThat(answers).extracting(DocumentWrite::document).containsOnly(document);
		assertThat(document.value()).isEqualTo("" + answers.indexOf(winners.get(0)));
		return document;
	}

	@Test
	void oneOfManyDeletesAVersion() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			Document document = created(KEY, "1");
			assertThat(this.crowd.together((i) -> node(i).deleteDocument(KEY, document.version())))
				.containsOnlyOnce(true);
			assertAbsent(KEY);
		}
	}

	@Test
	void aVersionIsEitherReplacedOrDeleted() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			Document document = created(KEY, "1");
			List<Boolean> won = this.crowd.together((i) -> (i < 4) ? node(i).deleteDocument(KEY, document.version())
					: node(i).replaceDocument(KEY, document.version(), "" + i).written());
			assertThat(won).containsOnlyOnce(true);
			assertThat(this.plugin.findDocument(KEY).isPresent()).isEqualTo(won.indexOf(true) >= 4);
			this.plugin.findDocument(KEY).ifPresent((left) -> this.plugin.deleteDocument(KEY, left.version()));
		}
	}

	@Test
	void noUpdateIsLost() {
		int each = this.fixture.rounds();
		this.crowd.together((i) -> {
			for (int n = 0; n < each; n++) {
				if (i < 6) {
					node(i).updateDocument(KEY, (value) -> (value != null) ? next(value) : "1");
				}
				else {
					increment(node(i));
				}
			}
			return i;
		});
		assertThat(this.plugin.findDocument(KEY).orElseThrow().value()).isEqualTo("" + Crowd.SIZE * each);
	}

	private static void increment(StoragePlugin node) {
		Document seen = node.findDocument(KEY).orElse(null);
		DocumentWrite write;
		do {
			write = (seen != null) ? node.replaceDocument(KEY, seen.version(), next(seen.value()))
					: node.createDocument(KEY, "1");
			seen = write.document();
		}
		while (!write.written());
	}

	@Test
	void whoCreatesByAnUpdateIsNotOverwritten() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			EntryKey key = entry("k" + round);
			List<Document> documents = this.crowd
				.together((i) -> (i < 6) ? node(i).updateDocument(key, (value) -> (value != null) ? next(value) : "1")
						: Objects.requireNonNull(node(i).createDocument(key, "1").document()));
			long updates = documents.stream().filter((document) -> !document.value().equals("1")).count();
			String last = this.plugin.findDocument(key).orElseThrow().value();
			assertThat(last).isIn("6", "7");
			assertThat(updates).isGreaterThanOrEqualTo(5);
		}
	}

	@Test
	void livesAreKeptApart() {
		this.crowd.together((i) -> {
			for (int n = 0; n < this.fixture.rounds(); n++) {
				String mine = "\"" + i + "-" + n + "\"";
				DocumentWrite write = node(i).createDocument(KEY, mine);
				Document seen = Objects.requireNonNull(write.document());
				assertThat(seen.value().equals(mine)).isEqualTo(write.written());
				if (node(i).deleteDocument(KEY, seen.version())) {
					assertThat(node(i).replaceDocument(KEY, seen.version(), mine).written()).isFalse();
				}
			}
			return i;
		});
		this.plugin.findDocument(KEY).ifPresent((left) -> this.plugin.deleteDocument(KEY, left.version()));
		assertAbsent(KEY);
	}

}
