package io.istos.storage.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimToken;
import io.istos.storage.OperatorStore.LogWalk;
import io.istos.storage.OperatorStore.OperationName;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * How keys are forgotten that begin alike.
 */
abstract class ForgettingContract extends OperatorSupport {

	ForgettingContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void keysThatBeginWithThePrefixAndNoOthers() {
		done(key("anna/1"), FIRST);
		held(key("anna/2"));
		freed(key("anna/"));
		List<ClaimKey> others = List.of(key("anna"), key("anna0"), key("anna."), key("ANNA/1"),
				new ClaimKey("shop", "order.cancel", "anna/1"), new ClaimKey("shop|acme", "order.book", "anna/1"));
		others.forEach((key) -> done(key, FIRST));
		assertThat(this.plugin.forgetClaims(ORDERS, "anna/", 10, AUDIT)).isEqualTo(3);
		assertThat(keys(query(ALL))).containsExactlyInAnyOrderElementsOf(others);
		assertEntered(null);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "\u00e4", "\ud7ff", "\uffff", "\ud83d\ude00", "\udbff\udfff" })
	void anyPrefix(String prefix) {
		done(key(prefix), FIRST);
		done(key(prefix + "\udbff\udfff"), FIRST);
		done(key("!" + prefix), FIRST);
		done(key("z"), FIRST);
		assertThat(this.plugin.forgetClaims(ORDERS, prefix, 10, AUDIT)).isEqualTo(2);
		assertThat(keys(query(ALL))).containsExactlyInAnyOrder(key("!" + prefix), key("z"));
		assertThat(this.plugin.forgetLog(ORDERS, prefix, null, 10).deleted()).isEqualTo(2);
		assertThat(log()).hasSize(2);
	}

	@Test
	void runningOnesStay() {
		lapsed(key("a1"));
		ClaimToken live = claimed(with(request(key("a2")), LONGER));
		assertThat(this.plugin.forgetClaims(ORDERS, "a", 10, AUDIT)).isOne();
		assertThat(this.plugin.markProcessed(completion(live, FIRST))).isTrue();
		assertThat(this.plugin.forgetClaims(ORDERS, "b", 10, AUDIT)).isZero();
		assertThat(audit()).hasSize(1);
	}

	@Test
	void soDoThoseThatATransactionIsOn() {
		ClaimToken token = lapsed(key("a1"));
		held(key("a2"));
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(this.plugin.lockClaim(token, transaction.ledger())).isTrue();
			assertThat(this.plugin.forgetClaims(ORDERS, "a", 10, AUDIT)).isOne();
			transaction.rollback();
		}
		assertThat(keys(query(ALL))).containsExactly(key("a1"));
	}

	@Test
	void aBatchIsExactlyAsLargeAsAsked() {
		for (int i = 0; i < 5; i++) {
			done(key("k" + i), FIRST);
		}
		assertThat(this.plugin.forgetClaims(ORDERS, "k", 2, AUDIT)).isEqualTo(2);
		assertThat(keys(query(ALL))).containsExactly(key("k2"), key("k3"), key("k4"));
		assertThat(this.plugin.forgetClaims(ORDERS, "k", 2, AUDIT)).isEqualTo(2);
		assertThat(this.plugin.forgetClaims(ORDERS, "k", 2, AUDIT)).isOne();
		assertThat(this.plugin.forgetClaims(ORDERS, "k", 2, AUDIT)).isZero();
		assertThat(audit()).hasSize(3);
	}

	@Test
	void theLogIsWalkedFromTheNewestToTheOldest() {
		for (int i = 0; i < 7; i++) {
			done(key(((i % 2 == 0) ? "a" : "b") + i), FIRST);
		}
		this.plugin.log("shop", "order.book", "\"keyless\"", null);
		this.plugin.log("shop", "order.cancel", "\"other\"", "a0");
		List<LogWalk> walks = new ArrayList<>();
		Long before = null;
		do {
			walks.add(this.plugin.forgetLog(ORDERS, "a", before, 3));
			before = walks.get(walks.size() - 1).beforeId();
		}
		while (before != null);
		assertThat(walks).extracting(LogWalk::deleted).containsExactly(1, 2, 1);
		assertThat(log()).extracting((entry) -> entry.idempotencyKey()).containsExactly(null, "b5", "b3", "b1");
		assertThat(this.plugin.getLog("shop", "order.cancel", 10)).hasSize(1);
	}

	@Test
	void anEmptyLogIsWalked() {
		assertThat(this.plugin.forgetLog(ORDERS, "a", null, 3)).isEqualTo(new LogWalk(0, null));
		assertThat(this.plugin.forgetLog(new OperationName("zoo", "visit"), "a", 1L, 3))
			.isEqualTo(new LogWalk(0, null));
	}

	@Test
	void thePrefixIsNotEmpty() {
		done(KEY, FIRST);
		assertThatIllegalArgumentException().isThrownBy(() -> this.plugin.forgetClaims(ORDERS, "", 10, AUDIT));
		assertThatIllegalArgumentException().isThrownBy(() -> this.plugin.forgetLog(ORDERS, "", null, 10));
		assertThat(log()).hasSize(1);
	}

}
