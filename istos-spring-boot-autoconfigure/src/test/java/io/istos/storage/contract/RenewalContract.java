package io.istos.storage.contract;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Renewal;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How a claim is kept.
 */
abstract class RenewalContract extends ContractSupport {

	private static final ClaimKey KEY = key("42");

	RenewalContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void theDeadlineMoves() {
		ClaimToken token = claimed(KEY);
		assertThat(renew(new Renewal(token, Duration.ofHours(3)))).containsExactly(Renewal.Answer.RENEWED);
		Claim rival = askElsewhere(request(KEY));
		assertThat(rival.retryAfter()).isBetween(Duration.ofHours(2), Duration.ofHours(3));
		assertThat(rival.epoch()).isEqualTo(token.epoch());
		assertThat(rival.attempts()).isOne();
		assertThat(renew(renewal(token))).containsExactly(Renewal.Answer.RENEWED);
		assertThat(askElsewhere(request(KEY)).retryAfter()).isLessThanOrEqualTo(LEASE);
	}

	@Test
	void aLapsedClaimThatNobodyTookIsRenewed() {
		ClaimToken token = lapsed(KEY);
		assertThat(renew(renewal(token))).containsExactly(Renewal.Answer.RENEWED);
		assertOwned(token);
		this.fixture.lapse(KEY);
		assertThat(rival(KEY)).isEqualTo(ClaimState.CLAIMED);
	}

	@Test
	void aClaimTakenOverIsLost() {
		ClaimToken lost = lapsed(KEY);
		ClaimRequest request = with(request(KEY), Duration.ofHours(3));
		ClaimToken owner = request.token(askElsewhere(request).epoch());
		assertThat(renew(renewal(lost))).containsExactly(Renewal.Answer.LOST);
		assertOwned(owner);
		assertThat(ask(request(KEY)).retryAfter()).isGreaterThan(Duration.ofHours(2));
	}

	@Test
	void whatIsNotClaimedIsLost() {
		ClaimToken freed = freed(key("freed"));
		ClaimToken held = held(key("held"));
		ClaimToken done = done(key("done"), FIRST);
		ClaimToken never = new ClaimToken(KEY, UUID.randomUUID(), 1);
		assertThat(renew(renewal(freed), renewal(held), renewal(done), renewal(never)))
			.containsOnly(Renewal.Answer.LOST)
			.hasSize(4);
		assertThat(ask(request(freed.key())).former()).isNull();
		assertThat(ask(request(held.key())).state()).isEqualTo(ClaimState.ABANDONED);
		assertThat(ask(request(KEY)).attempts()).isOne();
	}

	@Test
	void onlyTheOwnerRenews() {
		freed(KEY);
		ClaimToken token = claimed(KEY);
		for (ClaimToken wrong : List.of(withOwner(token, UUID.randomUUID()), withEpoch(token, token.epoch() - 1),
				withEpoch(token, token.epoch() + 1), withEpoch(token, ClaimToken.UNKNOWN_EPOCH))) {
			assertThat(renew(new Renewal(wrong, LONGER))).as("%s", wrong).containsExactly(Renewal.Answer.LOST);
		}
		assertThat(ask(request(KEY)).retryAfter()).isLessThanOrEqualTo(LEASE);
	}

	@Test
	void manyAreAnsweredInOrder() {
		ClaimToken z = claimed(key("z"));
		ClaimToken lost = lapsed(key("lost"));
		claimed(lost.key());
		ClaimToken a = claimed(key("a"));
		ClaimToken otherNamespace = claimed(new ClaimKey("zoo", "order.book", "a"));
		ClaimToken never = new ClaimToken(key("never"), UUID.randomUUID(), 1);
		assertThat(renew(renewal(z), renewal(lost), new Renewal(a, Duration.ofHours(3)), renewal(otherNamespace),
				renewal(never)))
			.containsExactly(Renewal.Answer.RENEWED, Renewal.Answer.LOST, Renewal.Answer.RENEWED,
					Renewal.Answer.RENEWED, Renewal.Answer.LOST);
		assertThat(askElsewhere(request(a.key())).retryAfter()).isGreaterThan(Duration.ofHours(2));
		assertThat(askElsewhere(request(z.key())).retryAfter()).isLessThanOrEqualTo(LEASE);
	}

	@Test
	void noneIsAnsweredByNone() {
		assertThat(renew()).isEmpty();
	}

	private List<Renewal.Answer> renew(Renewal... renewals) {
		return this.plugin.renewClaims(List.of(renewals));
	}

}
