package io.istos.storage.postgres;

import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.istos.ClaimLostException;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.TakeOver;

import static io.istos.storage.postgres.Ledger.completion;
import static io.istos.storage.postgres.Ledger.hold;
import static io.istos.storage.postgres.Ledger.key;
import static io.istos.storage.postgres.Ledger.release;
import static io.istos.storage.postgres.Ledger.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PostgresStoragePluginBasicsTests {

	private static Ledger ledger;

	@BeforeAll
	static void open() {
		ledger = Ledger.create();
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	@Test
	void lifeOfAClaim() {
		ClaimKey key = key();
		ClaimRequest request = request(key);
		Claim claim = ledger.claim(request);
		assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(claim.attempts()).isOne();
		assertThat(claim.epoch()).isPositive();
		assertThat(ledger.claim(request)).isEqualTo(claim);
		assertThat(ledger.claim(request(key)).state()).isEqualTo(ClaimState.IN_FLIGHT);
		ClaimToken token = request.token(claim.epoch());
		assertThat(ledger.renew(token)).isEqualTo(Renewal.Answer.RENEWED);
		assertThat(ledger.plugin.markProcessed(completion(token, "1"))).isTrue();
		assertThat(ledger.plugin.markProcessed(completion(token, "2"))).isTrue();
		assertThat(ledger.renew(token)).isEqualTo(Renewal.Answer.LOST);
		assertThat(ledger.plugin.releaseClaim(release(token))).isEqualTo(Release.Answer.COMPLETED);
		Claim replay = ledger.claim(request(key));
		assertThat(replay.state()).isEqualTo(ClaimState.DONE);
		assertThat(replay.outcome().json()).isEqualTo("1");
		assertThat(ledger.plugin.getLog("", Ledger.OPERATION, 100))
			.filteredOn((e) -> key.key().equals(e.idempotencyKey()))
			.hasSize(1);
	}

	@Test
	void takeOvers() {
		ClaimKey key = key();
		ClaimToken first = ledger.claimed(key, Ledger.SHORT);
		ledger.awaitLapse(key);
		Claim abandoned = ledger.claim(request(key, Ledger.LONG, TakeOver.NONE));
		assertThat(abandoned.state()).isEqualTo(ClaimState.ABANDONED);
		assertThat(abandoned.former().held()).isFalse();
		ClaimRequest second = request(key);
		Claim taken = ledger.claim(second);
		assertThat(taken.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(taken.attempts()).isEqualTo(2);
		assertThat(taken.former()).isEqualTo(abandoned.former());
		assertThat(ledger.claim(second)).isEqualTo(taken);
		assertThat(ledger.plugin.markProcessed(completion(first, "1"))).isFalse();
		assertThat(ledger.plugin.releaseClaim(hold(second.token(taken.epoch())))).isEqualTo(Release.Answer.RELEASED);
		assertThat(ledger.claim(request(key)).state()).isEqualTo(ClaimState.ABANDONED);
		assertThat(ledger.claim(request(key)).former().held()).isTrue();
		Claim third = ledger.claim(request(key, Ledger.LONG, TakeOver.LAPSED_AND_HELD));
		assertThat(third.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(third.former().lastError()).isEqualTo("error");
	}

	@Test
	void inTransaction() {
		ClaimKey key = key();
		ClaimToken token = ledger.claimed(key);
		ClaimToken other = ledger.claimed(key());
		ledger.inTransaction((transaction) -> {
			assertThat(ledger.plugin.readsFromSnapshot(transaction)).isFalse();
			assertThat(ledger.plugin.lockClaim(token, transaction)).isTrue();
			ledger.plugin.markProcessed(List.of(completion(token, "1"), completion(other, "2")), transaction);
			return 1;
		});
		assertThat(ledger.plugin.checkProcessed(key)).get().extracting("json").isEqualTo("1");
		assertThat(ledger.plugin.checkProcessed(other.key())).get().extracting("json").isEqualTo("2");
		assertThatExceptionOfType(ClaimLostException.class).isThrownBy(() -> ledger.inTransaction((transaction) -> {
			ledger.plugin.markProcessed(List.of(completion(token, "1")), transaction);
			return 1;
		}));
		ClaimKey joined = key();
		ledger.inTransaction((transaction) -> {
			assertThat(ledger.plugin.claimProcessed(request(joined), transaction).state())
				.isEqualTo(ClaimState.CLAIMED);
			assertThat(ledger.claim(request(joined)).state()).isEqualTo(ClaimState.IN_FLIGHT);
			return 1;
		});
	}

}
