package io.istos.admin;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.ParameterizedTypeReference;

import io.istos.AbandonedException;
import io.istos.ClaimLostException;
import io.istos.Durability;
import io.istos.InFlightException;
import io.istos.InvalidKeyException;
import io.istos.OnAbandoned;
import io.istos.RecordedFailureException;
import io.istos.engine.DurableOperation;
import io.istos.engine.DurableOptions;
import io.istos.storage.Acquisition;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseStatus;
import io.istos.storage.LeaseToken;
import io.istos.storage.LogEntry;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.ScopeKey;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What people see of an application's ledger, and what becomes of their decisions, by the
 * calls that follow.
 */
abstract class AbstractAdminTests {

	private static final DurableOptions HOLD = DurableOptions.defaults().withOnAbandoned(OnAbandoned.HOLD);

	private final AtomicInteger runs = new AtomicInteger();

	Site site;

	private DurableAdmin admin;

	abstract Site site();

	@BeforeEach
	void open() {
		this.site = site();
		this.admin = this.site.admin.by("alice").because("asked the gateway");
	}

	@AfterEach
	void close() {
		this.site.close();
	}

	private DurableOperation<Booking> booking(String name) {
		return this.site.operations.define(name, Booking.class, HOLD);
	}

	private Booking book() {
		return new Booking("b-" + this.runs.incrementAndGet(), new BigDecimal("9.90"), 1);
	}

	private DecisionRefusedException refusal(Runnable decision) {
		DecisionRefusedException[] refusal = new DecisionRefusedException[1];
		assertThatExceptionOfType(DecisionRefusedException.class).isThrownBy(decision::run)
			.satisfies((ex) -> refusal[0] = ex);
		return refusal[0];
	}

	// --- from abandoned to decided

	@Test
	void anAbandonedCallIsFoundCompletedAndReplayed() throws Exception {
		DurableOperation<Booking> operation = booking("book");
		ClaimToken token = this.site.abandon("book", "order-4711");
		assertThatExceptionOfType(AbandonedException.class)
			.isThrownBy(() -> operation.call("order-4711", null, this::book));
		ListedClaim listed = this.admin.claims(ClaimFilter.open()).claims().get(0);
		assertThat(listed.operation()).isEqualTo("book");
		assertThat(listed.key()).isEqualTo("order-4711");
		assertThat(listed.status()).isEqualTo(ClaimStatus.ABANDONED);
		assertThat(listed.instance()).isEqualTo("node-2");
		assertThat(listed.traceId()).isEqualTo("trace-7");
		assertThat(listed.epoch()).isEqualTo(token.epoch());

		Decided decided = this.admin.complete(ClaimTarget.of("book", "order-4711").withEpoch(listed.epoch()),
				"{ \"price\": 12.50, \"id\": \"x\", \"seats\": 2 }");

		assertThat(decided.before()).isEqualTo("ABANDONED");
		assertThat(decided.who()).isEqualTo("alice");
		assertThat(operation.call("order-4711", null, this::book))
			.isEqualTo(new Booking("x", new BigDecimal("12.50"), 2));
		assertThat(this.runs).hasValue(0);
		assertThat(this.admin.claims(ClaimFilter.open()).claims()).isEmpty();
		assertThat(this.admin.claim("book", "order-4711")).get()
			.returns(ClaimStatus.DONE, ListedClaim::status)
			.returns(Outcome.Kind.RESULT, ListedClaim::outcome);
	}

	@Test
	void whatIsStoredIsWhatTheEngineStores() throws Exception {
		DurableOperation<Booking> operation = booking("book");
		Booking own = operation.call("own", null, this::book);
		this.site.abandon("book", "decided");
		this.admin.complete(ClaimTarget.of("book", "decided"),
				"{\"seats\":1,\"price\":9.90,\"id\":\"" + own.id() + "\"}");
		assertThat(stored("book", "decided")).isEqualTo(stored("book", "own"));
		assertThat(this.site.store.getLog(Site.NAMESPACE, "book", 10)).hasSize(1);
	}

	private Outcome stored(String operation, String key) {
		Claim claim = this.site.store.claimProcessed(Site.request(Site.key(operation, key), TakeOver.NONE));
		assertThat(claim.state()).isEqualTo(ClaimState.DONE);
		return claim.outcome();
	}

	@Test
	void everyKindOfResultIsReplayed() throws Exception {
		DurableOperation<List<Booking>> many = this.site.operations.define("many", new ParameterizedTypeReference<>() {
		}, HOLD);
		this.site.abandon("many", "k");
		this.admin.complete(ClaimTarget.of("many", "k"), "[{\"id\":\"x\",\"price\":1,\"seats\":2}]");
		assertThat(many.call("k", null, List::of)).containsExactly(new Booking("x", BigDecimal.ONE, 2));

		DurableOperation<Optional<String>> maybe = this.site.operations.define("maybe",
				new ParameterizedTypeReference<>() {
				}, HOLD);
		this.site.abandon("maybe", "k");
		this.admin.complete(ClaimTarget.of("maybe", "k"), "null");
		assertThat(maybe.call("k", null, () -> Optional.of("ran"))).isEmpty();

		DurableOperation<CompletionStage<String>> later = this.site.operations.define("later",
				new ParameterizedTypeReference<>() {
				}, HOLD);
		this.site.abandon("later", "k");
		this.admin.complete(ClaimTarget.of("later", "k"), "\"sent\"");
		assertThat(later.call("k", null, () -> CompletableFuture.completedFuture("ran"))).isCompletedWithValue("sent");
	}

	@Test
	void whatReturnsNothingIsCompletedWithNothing() throws Exception {
		DurableOperation<Void> send = this.site.operations.define("send", void.class, HOLD);
		for (String json : new @Nullable String[] { null, "null ", " " }) {
			this.site.abandon("send", "k" + json);
			this.admin.complete(ClaimTarget.of("send", "k" + json), json);
			assertThat(send.call("k" + json, null, () -> {
				this.runs.incrementAndGet();
				return null;
			})).isNull();
		}
		assertThat(this.runs).hasValue(0);
		this.site.abandon("send", "k");
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.complete(ClaimTarget.of("send", "k"), "1"))
			.withMessageContaining("returns nothing");
	}

	@Test
	void jsonThatIsNoResultIsRefused() {
		booking("book");
		this.site.operations.define("text", String.class, HOLD);
		this.site.operations.define("count", int.class, HOLD);
		String[][] refused = { { "book", "{\"id\":\"x\",\"price\":1}" }, { "book", "{}" }, { "book", "[]" },
				{ "book", "{\"id\":\"x\",\"price\":1,\"seats\":2,\"seat\":2}" }, { "book", null },
				{ "book", "nonsense" }, { "book", "{\"id\":\"x\",\"price\":1,\"seats\":\"2\"}" }, { "text", "plain" },
				{ "text", "3" }, { "count", "null" }, { "count", "\"3\"" }, { "count", "1.5" } };
		for (String[] each : refused) {
			this.site.abandon(each[0], "k" + each[1]);
			ClaimTarget target = ClaimTarget.of(each[0], "k" + each[1]);
			assertThatIllegalArgumentException().as(each[1])
				.isThrownBy(() -> this.admin.complete(target, each[1]))
				.withMessageContaining("'" + each[0] + "'");
			assertThat(this.admin.claim(target)).get().returns(ClaimStatus.ABANDONED, ListedClaim::status);
		}
		assertThat(this.site.auditLog()).isEmpty();
	}

	@Test
	void aRefusedResultIsShownAsItWouldBeRead() {
		booking("book");
		this.site.abandon("book", "k");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.admin.complete(ClaimTarget.of("book", "k"), "{\"id\":\"x\",\"price\":1}"))
			.withMessageContaining("{\"id\":\"x\",\"price\":1,\"seats\":0}");
	}

	@Test
	void anOperationThatNobodyDefinesHereIsNotCompleted() {
		this.site.abandon("elsewhere", "k");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.admin.complete(ClaimTarget.of("elsewhere", "k"), "1"))
			.withMessageContaining("'elsewhere' is not defined by this application");
		this.admin.release(ClaimTarget.of("elsewhere", "k"));
		assertThat(this.admin.claim("elsewhere", "k")).get().returns(ClaimStatus.FREE, ListedClaim::status);
	}

	@Test
	void aReleasedCallRunsAgain() throws Exception {
		DurableOperation<Booking> operation = booking("book");
		this.site.hold("book", "k", "time-out");
		assertThatExceptionOfType(AbandonedException.class).isThrownBy(() -> operation.call("k", null, this::book));
		assertThat(this.admin.release(ClaimTarget.of("book", "k")).before()).isEqualTo("HELD");
		assertThat(operation.call("k", null, this::book)).isEqualTo(new Booking("b-1", new BigDecimal("9.90"), 1));
	}

	@Test
	void aFailedCallTellsTheMessage() {
		DurableOperation<Booking> operation = booking("book");
		this.site.abandon("book", "k");
		this.admin.fail(ClaimTarget.of("book", "k"), "the gateway refused it");
		assertThatExceptionOfType(RecordedFailureException.class)
			.isThrownBy(() -> operation.call("k", null, this::book))
			.withMessage("FailedByDecision: the gateway refused it")
			.satisfies((ex) -> assertThat(ex.failureType()).isEqualTo("FailedByDecision"));
		assertThat(this.runs).hasValue(0);
	}

	@Test
	void aForgottenCallRunsAndLeavesNoTrace() throws Exception {
		DurableOperation<Booking> operation = booking("book");
		this.site.abandon("book", "order-4711");
		this.admin.complete(ClaimTarget.of("book", "order-4711"), "{\"id\":\"x\",\"price\":1,\"seats\":2}");
		this.admin.because("data subject asked").forget(ClaimTarget.of("book", "order-4711"));
		assertThat(this.admin.claim("book", "order-4711")).isEmpty();
		assertThat(this.site.store.getLog(Site.NAMESPACE, "book", 10)).isEmpty();
		assertThat(this.site.auditLog()).singleElement().satisfies((entry) -> {
			assertThat(entry.idempotencyKey()).isNull();
			assertThat(entry.value()).contains("\"decision\":\"forget\"").doesNotContain("4711");
		});
		assertThat(operation.call("order-4711", null, this::book).id()).isEqualTo("b-1");
	}

	@Test
	void aReasonThatWouldOutliveTheKeyIsRefused() {
		this.site.abandon("book", "order-4711");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.admin.because("order-4711 is a test").forget(ClaimTarget.of("book", "order-4711")));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.admin.because("all of order-4").forgetByPrefix("order-4"));
		assertThat(this.admin.claim("book", "order-4711")).isPresent();
	}

	// --- who comes late

	@Test
	void aStalledOwnerThatWakesUpCannotCommit() throws Exception {
		DurableOperation<Booking> operation = this.site.operations.define("stall", Booking.class,
				DurableOptions.defaults().withTransaction(this.site.transaction));
		ClaimTarget target = ClaimTarget.of("stall", "k");
		assertThatExceptionOfType(ClaimLostException.class).isThrownBy(() -> operation.call("k", null, () -> {
			this.site.jdbc.update("INSERT INTO business VALUES ('k')");
			this.site.lapse(Site.key("stall", "k"));
			this.admin.complete(target, "{\"id\":\"operator\",\"price\":1,\"seats\":2}");
			return book();
		}));
		assertThat(this.site.rows("k")).isZero();
		assertThat(operation.call("k", null, this::book).id()).isEqualTo("operator");
		assertThat(this.runs).hasValue(1);
	}

	@Test
	void aDecisionIsNoPartOfTheCallersTransaction() {
		this.site.abandon("book", "k");
		this.site.transaction.executeWithoutResult((status) -> {
			this.admin.release(ClaimTarget.of("book", "k"));
			status.setRollbackOnly();
		});
		assertThat(this.admin.claim("book", "k")).get().returns(ClaimStatus.FREE, ListedClaim::status);
	}

	@Test
	void aStalledOwnerIsRefusedAfterEveryDecision() {
		booking("book");
		List<Runnable> decisions = List.of(() -> this.admin.release(ClaimTarget.of("book", "0")),
				() -> this.admin.complete(ClaimTarget.of("book", "1"), "{\"id\":\"x\",\"price\":1,\"seats\":2}"),
				() -> this.admin.fail(ClaimTarget.of("book", "2"), "no"),
				() -> this.admin.forget(ClaimTarget.of("book", "3")));
		for (int i = 0; i < decisions.size(); i++) {
			ClaimToken token = this.site.abandon("book", String.valueOf(i));
			decisions.get(i).run();
			assertThat(this.site.store
				.markProcessed(new Completion(token, new Outcome(Outcome.Kind.RESULT, "1"), Site.RETENTION))).isFalse();
			assertThat(this.site.store.releaseClaim(new Release(token, Release.Target.FREE, null, Site.RETENTION)))
				.isEqualTo(Release.Answer.NOT_OURS);
		}
	}

	// --- refusals

	@Test
	void aRunningCallIsLeftAlone() throws Exception {
		DurableOperation<Booking> operation = booking("book");
		operation.call("k", null, () -> {
			ClaimTarget target = ClaimTarget.of("book", "k");
			for (Runnable decision : List.<Runnable>of(() -> this.admin.release(target),
					() -> this.admin.complete(target, "{\"id\":\"x\",\"price\":1,\"seats\":2}"),
					() -> this.admin.fail(target, "no"), () -> this.admin.forget(target))) {
				assertThat(refusal(decision)).returns(DecisionAnswer.NOT_FOR_THIS, DecisionRefusedException::answer)
					.hasMessageContaining("running since")
					.hasMessageContaining("'node-1'")
					.hasMessageContaining("stop that process")
					.satisfies((ex) -> assertThat(ex.retryAfter()).isNull());
			}
			return book();
		});
		assertThat(operation.call("k", null, this::book).id()).isEqualTo("b-1");
		assertThat(this.site.auditLog()).isEmpty();
	}

	@Test
	void anOutcomeStands() throws Exception {
		booking("book").call("k", null, this::book);
		ClaimTarget target = ClaimTarget.of("book", "k");
		for (Runnable decision : List.<Runnable>of(() -> this.admin.release(target),
				() -> this.admin.complete(target, "{\"id\":\"x\",\"price\":1,\"seats\":2}"),
				() -> this.admin.fail(target, "no"))) {
			assertThat(refusal(decision)).returns(DecisionAnswer.NOT_FOR_THIS, DecisionRefusedException::answer)
				.hasMessageContaining("done, claimed at")
				.hasMessageContaining("until it is forgotten");
		}
		this.admin.forget(target);
	}

	@Test
	void aFreeKeyIsNotReleasedButCompleted() throws Exception {
		DurableOperation<Booking> operation = booking("book");
		this.site.abandon("book", "k");
		ClaimTarget target = ClaimTarget.of("book", "k");
		this.admin.release(target);
		assertThat(refusal(() -> this.admin.release(target))).hasMessageContaining("The next call runs");
		this.admin.complete(target, "{\"id\":\"x\",\"price\":1,\"seats\":2}");
		assertThat(operation.call("k", null, this::book).id()).isEqualTo("x");
	}

	@Test
	void aKeyWithoutRowIsUnknown() {
		booking("book");
		assertThat(refusal(() -> this.admin.release(ClaimTarget.of("book", "secret-key"))))
			.returns(DecisionAnswer.NOT_FOUND, DecisionRefusedException::answer)
			.hasMessageContaining("'book'")
			.hasMessageNotContaining("secret");
		assertThat(refusal(() -> this.admin.release(ClaimTarget.ofEpoch(4711)))).hasMessageContaining("4711");
		assertThat(refusal(() -> this.admin.endLease(LeaseTarget.of("nightly")))).returns(DecisionAnswer.NOT_FOUND,
				DecisionRefusedException::answer);
	}

	@Test
	void whatHappenedSinceRefusesADecision() {
		ClaimToken seen = this.site.abandon("book", "k");
		ClaimToken later = this.site.abandon("book", "k");
		assertThat(refusal(() -> this.admin.release(ClaimTarget.of("book", "k").withEpoch(seen.epoch()))))
			.returns(DecisionAnswer.CHANGED, DecisionRefusedException::answer)
			.hasMessageContaining("epoch " + later.epoch());
		this.admin.release(ClaimTarget.of("book", "k").withEpoch(later.epoch()));
	}

	@Test
	void keysThatCannotBeAreRefused() {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> this.admin.claim("book", " "));
		assertThatIllegalArgumentException().isThrownBy(() -> new ClaimTarget("book", null, null, 1L));
		assertThatIllegalArgumentException().isThrownBy(() -> new ClaimTarget(null, null, null, null));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.admin.claim(ClaimTarget.of("book", "k").withKeyScope("a|b")));
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.because("x".repeat(1001)));
	}

	// --- lists

	@Test
	void pagesReachEveryClaimOnce() throws Exception {
		Set<String> keys = new LinkedHashSet<>();
		for (int i = 0; i < 7; i++) {
			String key = "k/" + i + "?ä";
			keys.add(key);
			this.site.hold((i % 2 == 0) ? "even" : "odd", key, "no");
		}
		this.site.operations.define("other", String.class, DurableOptions.defaults()).call("k", null, () -> "done");
		assertThat(walk(ClaimFilter.open())).containsExactlyElementsOf(keys);
		assertThat(walk(ClaimFilter.open().withStatuses(ClaimStatus.HELD, ClaimStatus.DONE)))
			.containsExactlyInAnyOrderElementsOf(with(keys, "k"));
		assertThat(walk(ClaimFilter.open().withOperation("odd"))).hasSize(3);
		assertThat(walk(ClaimFilter.open().withStatuses(ClaimStatus.RUNNING))).isEmpty();
		assertThat(walk(ClaimFilter.open().withMinimumAge(Duration.ofDays(1)))).isEmpty();
		assertThat(walk(ClaimFilter.open().withStatuses(ClaimStatus.DONE))).containsExactly("k");
	}

	private static List<String> with(Set<String> keys, String another) {
		List<String> all = new ArrayList<>(keys);
		all.add(another);
		return all;
	}

	private List<String> walk(ClaimFilter filter) {
		List<String> keys = new ArrayList<>();
		String page = null;
		do {
			ClaimPage found = this.admin.claims(filter.withLimit(3).withPage(page));
			assertThat(found.claims()).hasSizeLessThanOrEqualTo(3);
			found.claims().forEach((claim) -> keys.add(claim.key()));
			page = found.next();
			if (page != null) {
				assertThat(page).matches("[A-Za-z0-9_-]+");
				assertThat(found.claims()).hasSize(3);
			}
		}
		while (page != null);
		return keys;
	}

	@Test
	void aFullLastPageHasNoNext() {
		this.site.hold("book", "1", "no");
		this.site.hold("book", "2", "no");
		assertThat(this.admin.claims(ClaimFilter.open().withLimit(2)).next()).isNull();
		assertThat(this.admin.claims(ClaimFilter.open().withLimit(1)).next()).isNotNull();
	}

	@Test
	void tokensOfOtherListsAreRefused() {
		this.site.hold("book", "1", "no");
		this.site.hold("book", "2", "no");
		String byAge = this.admin.claims(ClaimFilter.open().withLimit(1)).next();
		String byKey = this.admin
			.claims(ClaimFilter.open().withStatuses(ClaimStatus.HELD, ClaimStatus.DONE).withLimit(1))
			.next();
		for (String token : List.of(byKey, "nonsense", "", "%%%")) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.admin.claims(ClaimFilter.open().withPage(token)))
				.withMessageContaining("first page");
		}
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.admin.claims(ClaimFilter.open().withStatuses(ClaimStatus.DONE).withPage(byAge)));
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.leases(LeaseFilter.owned().withPage(byAge)));
	}

	@Test
	void theSummaryCountsByOperation() {
		this.site.hold("book", "1", "no");
		this.site.hold("book", "2", "no");
		this.site.hold("send", "1", "no");
		this.site.claim(Site.key("send", "2"));
		assertThat(this.admin.summary().open()).satisfiesExactly((book) -> {
			assertThat(book.operation()).isEqualTo("book");
			assertThat(book.held()).isEqualTo(2);
		}, (send) -> {
			assertThat(send.held()).isOne();
			assertThat(send.running()).isOne();
		});
	}

	@Test
	void keyScopesAreSeenAndTold() {
		this.site.claim(new ClaimKey(Site.NAMESPACE + "|left", "book", "k"));
		this.site.claim(new ClaimKey(Site.NAMESPACE + "2", "book", "foreign"));
		ClaimToken token = this.site.claim(Site.key("book", "k"));
		assertThat(this.admin.claims(ClaimFilter.open()).claims()).extracting(ListedClaim::keyScope)
			.containsExactlyInAnyOrder("left", null);
		this.site.lapse(token.key());
		this.admin.release(ClaimTarget.of("book", "k").withKeyScope("left"));
		assertThat(this.admin.claim("book", "k")).get().returns(ClaimStatus.ABANDONED, ListedClaim::status);
		assertThat(this.admin.claim(ClaimTarget.of("book", "k").withKeyScope("left"))).get()
			.returns(ClaimStatus.FREE, ListedClaim::status);
	}

	// --- audit

	@Test
	void everyDecisionIsEnteredWithWhoAndWhy() {
		ClaimToken token = this.site.abandon("book", "order-4711");
		this.admin.release(ClaimTarget.of("book", "order-4711"));
		LogEntry entry = this.site.auditLog().get(0);
		assertThat(entry.idempotencyKey()).isEqualTo("order-4711");
		assertThat(entry.value()).isEqualTo("{\"before\":\"ABANDONED\",\"decision\":\"release\",\"epoch\":"
				+ token.epoch() + ",\"operation\":\"book\",\"reason\":\"asked the gateway\",\"who\":\"alice\"}");
	}

	@Test
	void whoIsUnknownIsNotNamed() {
		this.site.abandon("book", "k");
		assertThat(this.site.admin.release(ClaimTarget.of("book", "k")).who()).isNull();
		assertThat(this.site.lastAudit()).doesNotContain("who").doesNotContain("reason");
	}

	// --- many keys

	@Test
	void aDataSubjectIsForgotten() throws Exception {
		DurableOperation<String> book = this.site.operations.define("book", String.class, DurableOptions.defaults());
		DurableOperation<String> notify = this.site.operations.define("notify", String.class,
				DurableOptions.defaults().withDurability(Durability.AT_LEAST_ONCE));
		for (String key : List.of("customer-1/a", "customer-1/b", "customer-17/a")) {
			book.call(key, null, () -> "done");
			notify.call(key, null, () -> "done");
		}
		this.site.hold("send", "customer-1/c", "no");
		this.admin.release(ClaimTarget.of("send", "customer-1/c"));
		this.site.claim(Site.key("send", "customer-1/d"));

		Forgotten forgotten = this.admin.forgetByPrefix("customer-1/");

		assertThat(forgotten.keys()).isEqualTo(3);
		assertThat(forgotten.running()).isOne();
		assertThat(keysLeft()).containsExactlyInAnyOrder("customer-17/a", "customer-1/d");
		for (String log : List.of("book", "notify")) {
			assertThat(this.site.store.getLog(Site.NAMESPACE, log, 10)).extracting(LogEntry::idempotencyKey)
				.containsExactly("customer-17/a");
		}
		assertThat(this.site.auditLog()).allSatisfy((entry) -> {
			assertThat(entry.idempotencyKey()).isNull();
			assertThat(entry.value()).contains("forget-prefix").contains("alice").doesNotContain("customer");
		});
		assertThat(this.site.lastAudit()).contains("\"keys\":3").contains("\"running\":1");
	}

	private List<String> keysLeft() {
		ClaimFilter all = ClaimFilter.open().withStatuses(ClaimStatus.FREE, ClaimStatus.values());
		return this.admin.claims(all).claims().stream().map(ListedClaim::key).toList();
	}

	@Test
	void aDataSubjectIsForgottenInOneKeyScope() {
		for (String namespace : List.of("shop", "shop|left", "shop|right")) {
			ClaimToken token = this.site.claim(new ClaimKey(namespace, "book", "customer-1/a"));
			this.site.store.markProcessed(new Completion(token, new Outcome(Outcome.Kind.RESULT, "1"), Site.RETENTION));
		}
		assertThat(this.admin.forgetByPrefix("customer-1/", "left").keys()).isOne();
		assertThat(this.site.store.getLog("shop|left", "book", 10)).isEmpty();
		assertThat(this.site.store.getLog("shop|right", "book", 10)).hasSize(1);
		assertThat(this.admin.forgetByPrefix("customer-1/").keys()).isEqualTo(2);
		assertThat(this.site.store.getLog("shop|right", "book", 10)).isEmpty();
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.forgetByPrefix(" "));
	}

	@Test
	void whatOnlyTheLogStillHasIsForgottenToo() {
		this.site.store.log("shop|left", "renamed", "1", "customer-1/purged");
		Forgotten forgotten = this.admin.forgetByPrefix("customer-1/");
		assertThat(forgotten.logEntries()).isOne();
		assertThat(this.site.store.getLog("shop|left", "renamed", 10)).isEmpty();
	}

	@Test
	void manyKeysAreForgottenInBatches() {
		List<String> keys = new ArrayList<>();
		for (int i = 0; i < 1100; i++) {
			keys.add("c/" + i);
		}
		assertThat(this.admin.importFinished("book", keys)).isEqualTo(1100);
		assertThat(this.admin.forgetByPrefix("c/").keys()).isEqualTo(1100);
		assertThat(keysLeft()).isEmpty();
	}

	@Test
	void whatFinishedElsewhereNeverRuns() {
		DurableOperation<Booking> operation = this.site.operations.define("book", Booking.class,
				DurableOptions.defaults().withRetention(Duration.ofDays(30)));
		assertThat(this.admin.importFinished("book", List.of("1", "2", "2"))).isEqualTo(2);
		assertThat(this.admin.importFinished("book", List.of("2", "3"), Duration.ofDays(1))).isOne();
		assertThat(this.admin.importFinished("book", List.of("1"), null, "left")).isOne();
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> operation.call("1", null, this::book));
		assertThat(this.runs).hasValue(0);
		ListedClaim imported = this.admin.claim("book", "1").orElseThrow();
		assertThat(imported.outcome()).isEqualTo(Outcome.Kind.UNKNOWN);
		assertThat(Duration.between(imported.claimedAt(), imported.expiresAt()).toDays()).isBetween(29L, 30L);
		assertThat(this.site.auditLog()).hasSize(2)
			.last()
			.satisfies(
					(entry) -> assertThat(entry.value()).contains("\"decision\":\"import\"").contains("\"count\":2"));
	}

	@Test
	void aBadKeyImportsNothing() {
		List<String> keys = new ArrayList<>(List.of("good"));
		keys.add("x".repeat(513));
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> this.admin.importFinished("book", keys));
		assertThat(keysLeft()).isEmpty();
	}

	// --- leases

	@Test
	void anEndedLeaseIsFreeAtOnce() {
		LeaseToken held = acquire("nightly");
		assertThat(this.admin.leases(LeaseFilter.owned()).leases()).singleElement().satisfies((lease) -> {
			assertThat(lease.scope()).isEqualTo("nightly");
			assertThat(lease.status()).isEqualTo(LeaseStatus.HELD);
			assertThat(lease.instance()).isEqualTo("node-2");
		});
		assertThat(this.admin.endLease(LeaseTarget.of("nightly").withEpoch(held.epoch())).before()).isEqualTo("HELD");
		assertThat(this.site.store.renewLeases(List.of(new LeaseRenewal(held, Site.LEASE))))
			.containsExactly(LeaseRenewal.Answer.TAKEN_OVER);
		assertThat(this.site.store.holds(held)).isFalse();
		assertThat(this.admin.lease("nightly")).get().returns(LeaseStatus.FREE, ListedLease::status);
		assertThat(this.site.lastAudit()).contains("\"scope\":\"nightly\"").contains("\"decision\":\"end-lease\"");
		assertThat(refusal(() -> this.admin.endLease(LeaseTarget.of("nightly"))))
			.returns(DecisionAnswer.NOT_FOR_THIS, DecisionRefusedException::answer)
			.hasMessageContaining("free, last acquired at");
		assertThat(refusal(() -> this.admin.endLease(LeaseTarget.of("nightly").withEpoch(held.epoch() + 1))))
			.returns(DecisionAnswer.CHANGED, DecisionRefusedException::answer);
		acquire("nightly");
	}

	@Test
	void leasesArePaged() {
		for (int i = 0; i < 5; i++) {
			acquire("scope-" + i);
		}
		LeasePage first = this.admin.leases(LeaseFilter.owned().withLimit(3));
		LeasePage second = this.admin.leases(LeaseFilter.owned().withLimit(3).withPage(first.next()));
		assertThat(first.leases()).extracting(ListedLease::scope).containsExactly("scope-0", "scope-1", "scope-2");
		assertThat(second.leases()).extracting(ListedLease::scope).containsExactly("scope-3", "scope-4");
		assertThat(second.next()).isNull();
		assertThat(this.admin.leases(LeaseFilter.owned().withStatuses(LeaseStatus.FREE)).leases()).isEmpty();
	}

	private LeaseToken acquire(String scope) {
		LeaseRequest request = new LeaseRequest(new ScopeKey(Site.NAMESPACE, scope), UUID.randomUUID(), Site.LEASE,
				"node-2");
		Acquisition.Granted granted = this.site.store.acquire(request).granted();
		assertThat(granted).isNotNull();
		return request.token(granted.epoch());
	}

	// --- a call that is under way

	@Test
	void anInFlightCallIsListedAsRunning() throws Exception {
		DurableOperation<Booking> operation = booking("book");
		operation.call("k", null, () -> {
			assertThat(this.admin.claims(ClaimFilter.open()).claims()).singleElement()
				.returns(ClaimStatus.RUNNING, ListedClaim::status)
				.returns("node-1", ListedClaim::instance);
			assertThatExceptionOfType(IllegalStateException.class)
				.isThrownBy(() -> operation.call("k", null, this::book));
			return book();
		});
		assertThatExceptionOfType(InFlightException.class).isThrownBy(() -> {
			this.site.claim(Site.key("book", "other"));
			operation.call("other", null, this::book);
		});
	}

	/**
	 * A result.
	 */
	record Booking(String id, BigDecimal price, int seats) {
	}

}
