package io.istos.storage.contract;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.ParameterizedTypeReference;

import io.istos.InvalidKeyException;
import io.istos.UnstorableResultException;
import io.istos.coordination.Claimed;
import io.istos.coordination.Coordination;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * One wins a claim, for good.
 */
abstract class ClaimedContract extends CoordinationSupport {

	ClaimedContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void theFirstWinsAndOthersGetItsValue() {
		Claimed<Notes> won = this.here.claim(KEY, Notes.of("mine"));
		assertThat(won.won()).isTrue();
		assertThat(won.value()).isEqualTo(Notes.of("mine"));
		for (Coordination late : List.of(this.elsewhere, this.here)) {
			assertThat(late.claim(KEY, Notes.of("late"))).isEqualTo(new Claimed<>(false, won.value(), won.version()));
			assertThat(late.claim(KEY, Notes.of("mine"))).isEqualTo(new Claimed<>(false, won.value(), won.version()));
		}
	}

	@Test
	void aGenericValueIsReadBackAsItIs() {
		ParameterizedTypeReference<Map<String, List<Notes>>> type = new ParameterizedTypeReference<>() {
		};
		Map<String, List<Notes>> mine = Map.of("a", List.of(Notes.of("1"), Notes.of()));
		assertThat(this.here.claim(KEY, mine, type).won()).isTrue();
		assertThat(this.elsewhere.claim(KEY, Map.of(), type).value()).isEqualTo(mine);
	}

	@Test
	void oneOfManyWins() {
		try (Crowd crowd = new Crowd()) {
			for (int round = 0; round < this.fixture.rounds(); round++) {
				String key = "k" + round;
				List<Claimed<String>> answers = crowd
					.together((i) -> ((i % 2 == 0) ? this.here : this.elsewhere).claim(key, "caller-" + i));
				List<Claimed<String>> winners = answers.stream().filter(Claimed::won).toList();
				assertThat(winners).hasSize(1);
				assertThat(answers).extracting(Claimed::value).containsOnly(winners.get(0).value());
				assertThat(winners.get(0).value()).isEqualTo("caller-" + answers.indexOf(winners.get(0)));
			}
		}
	}

	@Test
	void claimsDocumentsAndLeasesShareNoKeys() {
		assertThat(this.here.claim(KEY, "1").won()).isTrue();
		assertThat(this.here.doc(KEY, String.class).get()).isEmpty();
		assertThat(this.here.doc(KEY, String.class).update((value) -> value + "!", "2").value()).isEqualTo("2!");
		assertThat(this.here.doc(KEY, String.class).delete()).isTrue();
		assertThat(lease().state()).isEmpty();
		assertThat(this.elsewhere.claim(KEY, "9").value()).isEqualTo("1");
	}

	@Test
	void theLongestKeyIsClaimed() {
		String key = "\ud83d\ude00".repeat(ScopeKey.MAX_SCOPE_LENGTH);
		assertThat(this.here.claim(key, "1").won()).isTrue();
		assertThat(this.elsewhere.claim(key, "2").won()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "  ", "nul \0", "half \ud83d" })
	void keysThatCannotBeStoredAreRefused(String key) {
		String tooLong = "k".repeat(ScopeKey.MAX_SCOPE_LENGTH + 1);
		for (String bad : List.of(key, tooLong)) {
			assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> this.here.claim(bad, "1"));
			assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> this.here.doc(bad, String.class));
			assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> this.here.lease(bad, request()));
			assertThatExceptionOfType(InvalidKeyException.class)
				.isThrownBy(() -> this.here.cooperativeWrite(bad, Notes.class, (notes) -> notes));
		}
	}

	@Test
	void whatCannotBeReadBackIsRefusedAndNothingClaimed() {
		assertThatExceptionOfType(UnstorableResultException.class)
			.isThrownBy(() -> this.here.claim(KEY, new Order("42", new Customer(Thread.currentThread()))))
			.withMessageContaining("customer");
		assertThatExceptionOfType(UnstorableResultException.class)
			.isThrownBy(() -> this.here.claim(KEY, "x".repeat((int) MOST.toBytes())))
			.withMessageContaining(String.valueOf(MOST.toBytes()));
		assertThat(this.here.claim(KEY, "1").won()).isTrue();
	}

	record Order(String id, Customer customer) {
	}

	record Customer(Object servedBy) {
	}

}
