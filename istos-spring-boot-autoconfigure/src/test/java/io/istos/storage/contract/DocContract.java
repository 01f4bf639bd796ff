package io.istos.storage.contract;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import org.springframework.core.ParameterizedTypeReference;

import io.istos.UnreadableResultException;
import io.istos.UnstorableResultException;
import io.istos.coordination.Doc;
import io.istos.coordination.DocumentConflictException;
import io.istos.coordination.DocumentMissingException;
import io.istos.coordination.Versioned;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Documents that are read, changed and written.
 */
abstract class DocContract extends CoordinationSupport {

	private final AtomicInteger calls = new AtomicInteger();

	DocContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	private Doc<Notes> doc() {
		return this.here.doc(KEY, Notes.class);
	}

	private Versioned<Notes> addElsewhere(String line) {
		return this.elsewhere.doc(KEY, Notes.class).update((notes) -> Notes.add(notes, line), Notes.of());
	}

	@Test
	void whatIsNotThereIsEmpty() {
		assertThat(doc().get()).isEmpty();
		assertThat(doc().delete()).isFalse();
	}

	@Test
	void anUpdateCreatesWithAnInitialValue() {
		Versioned<Notes> created = doc().update((notes) -> Notes.add(notes, "2"), Notes.of("1"));
		assertThat(created.value()).isEqualTo(Notes.of("1", "2"));
		assertThat(this.elsewhere.doc(KEY, Notes.class).get()).contains(created);
		Versioned<Notes> updated = doc().update((notes) -> Notes.add(notes, "3"), Notes.of("unused"));
		assertThat(updated.value()).isEqualTo(Notes.of("1", "2", "3"));
		assertThat(updated.version()).isNotEqualTo(created.version());
		assertThat(doc().update((notes) -> Notes.add(notes, "4")).value().lines()).endsWith("4");
	}

	@Test
	void anAbsentDocumentWithoutAnInitialValueIsAnError() {
		for (Doc<Notes> doc : List.of(doc(), doc().maxAttempts(1))) {
			assertThatExceptionOfType(DocumentMissingException.class)
				.isThrownBy(() -> doc.update((notes) -> Notes.add(notes, "1")))
				.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain(KEY));
		}
		assertThat(doc().get()).isEmpty();
	}

	@Test
	void aDocumentIsDeletedOnce() {
		addElsewhere("1");
		assertThat(doc().delete()).isTrue();
		assertThat(doc().delete()).isFalse();
		assertThat(this.elsewhere.doc(KEY, Notes.class).get()).isEmpty();
	}

	@Test
	void anUpdateThatMeetsAnotherIsTriedAgain() {
		addElsewhere("1");
		Versioned<Notes> updated = doc().update((notes) -> {
			if (this.calls.incrementAndGet() == 1) {
				addElsewhere("2");
			}
			return Notes.add(notes, "3");
		});
		assertThat(updated.value()).isEqualTo(Notes.of("1", "2", "3"));
		assertThat(this.calls).hasValue(2);
	}

	@Test
	void aCreationThatMeetsAnotherIsTriedAgain() {
		Versioned<Notes> updated = doc().update((notes) -> {
			if (this.calls.incrementAndGet() == 1) {
				addElsewhere("1");
			}
			return Notes.add(notes, "2");
		}, Notes.of("initial"));
		assertThat(updated.value()).isEqualTo(Notes.of("1", "2"));
	}

	@Test
	void noMoreAttemptsAreMadeThanAllowed() {
		addElsewhere("0");
		for (int most = 1; most <= 3; most++) {
			this.calls.set(0);
			Doc<Notes> doc = doc().maxAttempts(most);
			assertThatExceptionOfType(DocumentConflictException.class).isThrownBy(() -> doc.update((notes) -> {
				addElsewhere("before");
				this.calls.incrementAndGet();
				return Notes.of("lost");
			}))
				.withMessageContaining(String.valueOf(most))
				.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain(KEY));
			assertThat(this.calls).hasValue(most);
		}
		assertThat(doc().get().orElseThrow().value().lines()).hasSize(1 + 1 + 2 + 3).doesNotContain("lost");
		assertThatIllegalArgumentException().isThrownBy(() -> doc().maxAttempts(0));
	}

	@Test
	void whoMeetsOthersThreeTimesIsLetInNext() {
		Versioned<Notes> updated = doc().update((notes) -> {
			if (this.calls.incrementAndGet() <= 3) {
				addElsewhere("before");
			}
			return Notes.add(notes, "in");
		}, Notes.of());
		assertThat(updated.value()).isEqualTo(Notes.of("before", "before", "before", "in"));
		assertThat(this.calls).hasValue(4);
	}

	@Test
	void aDocumentOfAnotherLifeIsReadAnew() {
		addElsewhere("former");
		Versioned<Notes> updated = doc().update((notes) -> {
			if (this.calls.incrementAndGet() == 1) {
				assertThat(this.elsewhere.doc(KEY, Notes.class).delete()).isTrue();
				addElsewhere("former");
			}
			return Notes.add(notes, "" + this.calls);
		});
		assertThat(updated.value()).isEqualTo(Notes.of("former", "2"));
	}

	@Test
	void whatIsDeletedMeanwhileBeginsAnewOrIsMissing() {
		addElsewhere("former");
		assertThat(doc().update((notes) -> {
			if (this.calls.incrementAndGet() == 1) {
				this.elsewhere.doc(KEY, Notes.class).delete();
			}
			return Notes.add(notes, "1");
		}, Notes.of("initial")).value()).isEqualTo(Notes.of("initial", "1"));
		assertThatExceptionOfType(DocumentMissingException.class).isThrownBy(() -> doc().update((notes) -> {
			this.elsewhere.doc(KEY, Notes.class).delete();
			return notes;
		}));
		assertThat(doc().get()).isEmpty();
	}

	@Test
	void aDeletionThatMeetsAnUpdateDeletesThatToo() {
		addElsewhere("1");
		try (Crowd crowd = new Crowd()) {
			for (int round = 0; round < this.fixture.rounds(); round++) {
				addElsewhere("1");
				crowd.together((i) -> {
					if (i == 0) {
						return doc().delete();
					}
					return addElsewhere("" + i);
				});
			}
		}
		doc().delete();
		assertThat(doc().get()).isEmpty();
	}

	@Test
	void whatTheChangeThrowsIsThrownAndNothingWritten() {
		Versioned<Notes> before = addElsewhere("1");
		RuntimeException failure = new IllegalStateException("boom");
		assertThatThrownBy(() -> doc().update((notes) -> {
			throw failure;
		})).isSameAs(failure);
		assertThatExceptionOfType(UnstorableResultException.class)
			.isThrownBy(() -> doc().update((notes) -> Notes.of("x".repeat((int) MOST.toBytes()))))
			.withMessageContaining(String.valueOf(MOST.toBytes()));
		assertThat(doc().get()).contains(before);
	}

	@Test
	void manyWritersOfOneDocumentLoseNothingAndNobodyGivesUp() {
		int each = this.fixture.rounds();
		Doc<Integer> number = this.here.doc("number", Integer.class);
		try (Crowd crowd = new Crowd()) {
			crowd.together((i) -> {
				Doc<Integer> doc = ((i % 2 == 0) ? this.here : this.elsewhere).doc("number", Integer.class);
				for (int n = 0; n < each; n++) {
					doc.update((value) -> value + 1, 0);
				}
				return i;
			});
		}
		assertThat(number.get().orElseThrow().value()).isEqualTo(Crowd.SIZE * each);
	}

	@Test
	void aGenericValueIsReadBackAsItIs() {
		Doc<Map<String, Integer>> doc = this.here.doc(KEY, new ParameterizedTypeReference<>() {
		});
		doc.update((map) -> map, Map.of("a", 1));
		assertThat(doc.get().orElseThrow().value()).containsEntry("a", 1);
	}

	@Test
	void whatCannotBeReadAsItsTypeIsToldAndStays() {
		addElsewhere("1");
		Doc<Integer> wrong = this.here.doc(KEY, Integer.class);
		assertThatExceptionOfType(UnreadableResultException.class).isThrownBy(wrong::get);
		assertThatExceptionOfType(UnreadableResultException.class).isThrownBy(() -> wrong.update((n) -> n, 0));
		assertThat(doc().get().orElseThrow().value()).isEqualTo(Notes.of("1"));
	}

}
