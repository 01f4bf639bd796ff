package io.istos.storage.contract;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an outcome is, and whose.
 */
abstract class CompletionContract extends ContractSupport {

	private static final ClaimKey KEY = key("42");

	CompletionContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void theOwnerCompletes() {
		ClaimToken token = claimed(KEY);
		assertThat(this.plugin.markProcessed(completion(token, FIRST))).isTrue();
		assertThat(this.plugin.checkProcessed(KEY)).contains(FIRST);
		assertThat(this.other.checkProcessed(KEY)).contains(FIRST);
	}

	@Test
	void onlyAFinishedKeyHasAnOutcome() {
		claimed(key("claimed"));
		lapsed(key("lapsed"));
		held(key("held"));
		freed(key("freed"));
		for (String key : new String[] { "never", "claimed", "lapsed", "held", "freed" }) {
			assertThat(this.other.checkProcessed(key(key))).as(key).isEmpty();
		}
	}

	@Test
	void returnedNullIsNotNeverRan() {
		done(KEY, result("null"));
		assertThat(this.other.checkProcessed(KEY)).contains(result("null"));
		assertThat(ask(request(KEY)).outcome()).isEqualTo(result("null"));
	}

	@Test
	void theFirstOutcomeStays() {
		ClaimToken token = done(KEY, FIRST);
		assertThat(this.plugin.markProcessed(completion(token, SECOND))).isTrue();
		assertThat(this.other.markProcessed(completion(token, new Outcome(Outcome.Kind.FAILURE, "{}")))).isTrue();
		assertThat(this.plugin.markProcessed(completion(withOwner(token, UUID.randomUUID()), SECOND))).isFalse();
		assertThat(this.other.checkProcessed(KEY)).contains(FIRST);
		assertThat(this.other.getLog(KEY.namespace(), KEY.operation(), 10)).hasSize(1);
	}

	@Test
	void nothingEndsAnOutcomeButRetention() {
		ClaimToken token = done(KEY, FIRST);
		assertThat(this.plugin.releaseClaim(free(token))).isEqualTo(Release.Answer.COMPLETED);
		assertThat(this.plugin.releaseClaim(hold(token))).isEqualTo(Release.Answer.COMPLETED);
		assertThat(this.plugin.renewClaims(List.of(renewal(token)))).containsExactly(Renewal.Answer.LOST);
		assertThat(rival(KEY)).isEqualTo(ClaimState.DONE);
		assertThat(ask(with(request(KEY), Duration.ofMillis(1))).state()).isEqualTo(ClaimState.DONE);
		assertThat(this.other.checkProcessed(KEY)).contains(FIRST);
	}

	@Test
	void aLapsedClaimThatNobodyTookCompletes() {
		ClaimToken token = lapsed(KEY);
		assertThat(this.plugin.markProcessed(completion(token, FIRST))).isTrue();
		assertThat(this.other.checkProcessed(KEY)).contains(FIRST);
		assertThat(rival(KEY)).isEqualTo(ClaimState.DONE);
	}

	@Test
	void aClaimTakenOverDoesNotComplete() {
		ClaimToken lost = lapsed(KEY);
		ClaimRequest request = request(KEY);
		Claim taken = askElsewhere(request);
		ClaimToken owner = request.token(taken.epoch());
		assertThat(this.plugin.markProcessed(completion(lost, FIRST))).isFalse();
		assertOwned(owner);
		assertThat(this.other.markProcessed(completion(owner, SECOND))).isTrue();
		assertThat(this.plugin.markProcessed(completion(lost, FIRST))).isFalse();
		assertThat(this.plugin.checkProcessed(KEY)).contains(SECOND);
		assertThat(this.plugin.getLog(KEY.namespace(), KEY.operation(), 10)).singleElement()
			.satisfies((entry) -> assertThat(entry.value()).isEqualTo(SECOND.json()));
	}

	@Test
	void onlyTheOwnerCompletes() {
		freed(KEY);
		ClaimToken token = claimed(KEY);
		assertThat(this.plugin.markProcessed(completion(withOwner(token, UUID.randomUUID()), FIRST))).isFalse();
		assertThat(this.plugin.markProcessed(completion(withEpoch(token, token.epoch() - 1), FIRST))).isFalse();
		assertThat(this.plugin.markProcessed(completion(withEpoch(token, token.epoch() + 1), FIRST))).isFalse();
		assertThat(this.plugin.markProcessed(completion(withEpoch(token, ClaimToken.UNKNOWN_EPOCH), FIRST))).isFalse();
		assertOwned(token);
	}

	@Test
	void aKeyThatIsNotClaimedDoesNotComplete() {
		ClaimToken freed = freed(key("freed"));
		ClaimToken held = held(key("held"));
		ClaimToken never = new ClaimToken(KEY, UUID.randomUUID(), 1);
		for (ClaimToken token : List.of(freed, held, never)) {
			assertThat(this.plugin.markProcessed(completion(token, FIRST))).as("%s", token).isFalse();
			assertThat(this.other.checkProcessed(token.key())).isEmpty();
		}
		assertThat(ask(request(freed.key())).state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(ask(request(held.key())).state()).isEqualTo(ClaimState.ABANDONED);
		assertThat(ask(request(KEY)).attempts()).isOne();
	}

	@ParameterizedTest
	@ValueSource(strings = { "null", "\"\"", "\"42\"", "42", "1.10", "1E+2", "true",
			"{ \"b\": 1, \"a\" : [ ], \"a\": 2}", "\"O'Hara \\\" \\\\ \ud83d\ude00 \u00e9 e\u0301 \\u0000 \\ud83d\"",
			" [1,\n\t2] ", "\"%s ? :name $1 '' ;--\"", "\"\u0001\u2028\ufffd\"" })
	void aValueComesBackAsItIs(String json) {
		done(KEY, result(json));
		assertThat(this.other.checkProcessed(KEY)).contains(result(json));
		assertThat(askElsewhere(request(KEY)).outcome()).isEqualTo(result(json));
		assertThat(this.other.getLog(KEY.namespace(), KEY.operation(), 1)).singleElement()
			.satisfies((entry) -> assertThat(entry.value()).isEqualTo(json));
	}

	@Test
	void aLongValueComesBackAsItIs() {
		String json = "\"" + "\ud83d\ude00 'quoted' ".repeat(100_000) + "\"";
		done(KEY, result(json));
		assertThat(this.other.checkProcessed(KEY).orElseThrow().json().equals(json)).isTrue();
	}

}
