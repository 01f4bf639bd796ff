package io.istos.storage.contract;

import java.time.Duration;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.Release;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is forgotten, and when.
 */
abstract class PurgeContract extends ContractSupport {

	private static final ClaimKey KEY = key("42");

	PurgeContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void nothingIsPurgedBeforeItsRetention() {
		done(key("done"), FIRST);
		freed(key("freed"));
		assertThat(this.plugin.purgeClaims(10)).isZero();
		assertThat(this.other.checkProcessed(key("done"))).contains(FIRST);
		assertThat(ask(request(key("freed"))).attempts()).isEqualTo(2);
	}

	@Test
	void outcomesAndFreeRowsArePurgedAfterIt() {
		ClaimToken done = done(key("done"), FIRST);
		ClaimToken freed = freed(key("freed"));
		this.fixture.expire(done.key());
		this.fixture.expire(freed.key());
		assertThat(this.other.purgeClaims(10)).isEqualTo(2);
		assertThat(this.plugin.checkProcessed(done.key())).isEmpty();
		for (ClaimToken token : new ClaimToken[] { done, freed }) {
			Claim claim = ask(request(token.key()));
			assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
			assertThat(claim.attempts()).isOne();
			assertThat(claim.epoch()).isGreaterThan(token.epoch());
		}
		assertThat(this.plugin.purgeClaims(10)).isZero();
	}

	@Test
	void eachRowHasItsOwnRetention() {
		ClaimToken longer = claimed(key("longer"));
		assertThat(this.plugin.markProcessed(new Completion(longer, FIRST, LONGER))).isTrue();
		ClaimToken free = claimed(key("free"));
		assertThat(this.plugin.releaseClaim(new Release(free, Release.Target.FREE, null, LONGER)))
			.isEqualTo(Release.Answer.RELEASED);
		done(KEY, SECOND);
		this.fixture.expire(KEY);
		assertThat(this.plugin.purgeClaims(10)).isOne();
		assertThat(this.other.checkProcessed(longer.key())).contains(FIRST);
		assertThat(ask(request(free.key())).attempts()).isEqualTo(2);
	}

	@Test
	void claimedAndHeldRowsStay() {
		ClaimToken lapsed = lapsed(key("lapsed"));
		ClaimToken held = held(key("held"));
		ClaimToken reclaimed = freed(key("reclaimed"));
		ClaimToken reheld = freed(key("reheld"));
		done(KEY, FIRST);
		this.fixture.expire(reclaimed.key());
		this.fixture.expire(reheld.key());
		claimed(reclaimed.key());
		held(reheld.key());
		this.fixture.expire(KEY);
		assertThat(this.plugin.purgeClaims(10)).isOne();
		assertThat(this.plugin.markProcessed(completion(lapsed, FIRST))).isTrue();
		assertThat(ask(request(held.key())).state()).isEqualTo(ClaimState.ABANDONED);
		assertThat(ask(request(reheld.key())).state()).isEqualTo(ClaimState.ABANDONED);
		this.fixture.lapse(reclaimed.key());
		assertThat(ask(request(reclaimed.key())).attempts()).isEqualTo(3);
	}

	@Test
	void aBatchIsExactlyAsLargeAsAsked() {
		for (int i = 0; i < 5; i++) {
			done(key("k" + i), FIRST);
		}
		for (int i = 0; i < 5; i++) {
			this.fixture.expire(key("k" + i));
		}
		assertThat(this.plugin.purgeClaims(2)).isEqualTo(2);
		assertThat(this.plugin.purgeClaims(1)).isOne();
		assertThat(this.plugin.purgeClaims(2)).isEqualTo(2);
		assertThat(this.plugin.purgeClaims(2)).isZero();
	}

	@Test
	void theOldestGoFirst() {
		ClaimKey younger = key("a");
		ClaimKey older = key("b");
		done(younger, FIRST);
		ClaimToken token = claimed(older);
		assertThat(this.plugin.markProcessed(new Completion(token, FIRST, RETENTION.minus(Duration.ofDays(1)))))
			.isTrue();
		this.fixture.expire(older);
		this.fixture.expire(younger);
		assertThat(this.plugin.purgeClaims(1)).isOne();
		assertThat(this.other.checkProcessed(older)).isEmpty();
		assertThat(this.other.checkProcessed(younger)).contains(FIRST);
	}

	@Test
	void aReleaseAfterAnotherStartsItsRetentionAnew() {
		freed(KEY);
		this.fixture.expire(KEY);
		ClaimToken again = claimed(KEY);
		assertThat(this.plugin.releaseClaim(free(again))).isEqualTo(Release.Answer.RELEASED);
		assertThat(this.plugin.purgeClaims(10)).isZero();
		assertThat(ask(request(KEY)).attempts()).isEqualTo(3);
	}

}
