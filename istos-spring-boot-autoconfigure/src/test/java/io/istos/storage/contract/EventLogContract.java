package io.istos.storage.contract;

import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimToken;
import io.istos.storage.LogEntry;
import io.istos.storage.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is appended, and what is skipped.
 */
public abstract class EventLogContract extends ContractSupport {

	private static final ClaimKey KEY = key("42");

	/**
	 * Create the contract.
	 * @param fixtures opens an empty storage for each test
	 */
	protected EventLogContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void entriesAreReadNewestFirst() {
		log("1", null);
		log("2", null);
		log("3", null);
		List<LogEntry> entries = entries(10);
		assertThat(entries).extracting(LogEntry::value).containsExactly("3", "2", "1");
		assertThat(entries).extracting(LogEntry::id).isSortedAccordingTo((a, b) -> Long.compare(b, a));
		assertThat(entries).extracting(LogEntry::at).isSortedAccordingTo((a, b) -> b.compareTo(a));
		assertThat(entries).extracting(LogEntry::key).containsOnly(KEY.operation());
		assertThat(entries).extracting(LogEntry::id).doesNotHaveDuplicates();
	}

	@Test
	void theLimitCutsTheOldest() {
		log("1", null);
		log("2", null);
		log("3", null);
		assertThat(entries(2)).extracting(LogEntry::value).containsExactly("3", "2");
		assertThat(entries(1)).extracting(LogEntry::value).containsExactly("3");
		assertThat(entries(3)).hasSize(3);
	}

	@Test
	void anUnknownLogIsEmpty() {
		assertThat(entries(10)).isEmpty();
	}

	@Test
	void withoutAnIdempotencyKeyNothingIsSkipped() {
		done(KEY, FIRST);
		log("1", null);
		log("1", null);
		assertThat(values()).containsExactly("1", "1", FIRST.json());
	}

	@Test
	void onlyAFinishedKeyIsSkipped() {
		log("never", KEY.key());
		ClaimToken token = claimed(KEY);
		log("claimed", KEY.key());
		this.fixture.lapse(KEY);
		log("lapsed", KEY.key());
		assertThat(this.plugin.markProcessed(completion(token, FIRST))).isTrue();
		log("done", KEY.key());
		this.other.log(KEY.namespace(), KEY.operation(), "done", KEY.key());
		assertThat(values()).containsExactly(FIRST.json(), "lapsed", "claimed", "never");
	}

	@Test
	void aFreeOrHeldKeyIsNotSkipped() {
		freed(KEY);
		held(key("held"));
		log("1", KEY.key());
		log("2", "held");
		assertThat(values()).containsExactly("2", "1");
	}

	@Test
	void anEntrySkipsByItsOwnNamespaceAndOperation() {
		done(KEY, FIRST);
		this.plugin.log("zoo", KEY.operation(), "1", KEY.key());
		this.plugin.log(KEY.namespace(), "order.cancel", "2", KEY.key());
		this.plugin.log(KEY.namespace(), KEY.operation(), "3", "43");
		assertThat(this.other.getLog("zoo", KEY.operation(), 10)).extracting(LogEntry::value).containsExactly("1");
		assertThat(this.other.getLog(KEY.namespace(), "order.cancel", 10)).extracting(LogEntry::value)
			.containsExactly("2");
		assertThat(values()).containsExactly("3", FIRST.json());
	}

	@Test
	void aCompletionAppendsItsResult() {
		done(KEY, FIRST);
		assertThat(entries(10)).singleElement().satisfies((entry) -> {
			assertThat(entry.key()).isEqualTo(KEY.operation());
			assertThat(entry.idempotencyKey()).isEqualTo(KEY.key());
			assertThat(entry.value()).isEqualTo(FIRST.json());
		});
	}

	@Test
	void aFailureIsNotAppendedButFinishesItsKey() {
		done(KEY, new Outcome(Outcome.Kind.FAILURE, "{}"));
		log("1", KEY.key());
		assertThat(values()).isEmpty();
	}

	@Test
	void aLostCompletionAppendsNothing() {
		ClaimToken lost = lapsed(KEY);
		claimed(KEY);
		assertThat(this.plugin.markProcessed(completion(lost, FIRST))).isFalse();
		assertThat(values()).isEmpty();
	}

	@Test
	void everyValueComesBackAsItIs() {
		String text = "\"O'Hara \\\" \\\\ \ud83d\ude00 %s ? :name $1 \\u0000\"";
		log(text, "key '\ud83d\ude00'");
		log(null, null);
		assertThat(entries(10)).extracting(LogEntry::value).containsExactly(null, text);
		assertThat(entries(10)).extracting(LogEntry::idempotencyKey).containsExactly(null, "key '\ud83d\ude00'");
	}

	@Test
	void anEntryOfATransactionIsSeenAfterItsCommit() {
		log("before", null);
		try (TestTransaction transaction = this.fixture.begin()) {
			logIn(transaction, "in", null);
			logIn(transaction, "in too", KEY.key());
			assertThat(values()).containsExactly("before");
			transaction.commit();
		}
		assertThat(values()).containsExactly("in too", "in", "before");
	}

	@Test
	void anEntryOfATransactionIsRolledBackWithIt() {
		try (TestTransaction transaction = this.fixture.begin()) {
			logIn(transaction, "in", null);
			log("own", null);
			transaction.rollback();
		}
		assertThat(values()).containsExactly("own");
	}

	@Test
	void anEntryIsUndoneByASavepoint() {
		try (TestTransaction transaction = this.fixture.begin()) {
			logIn(transaction, "1", null);
			Object savepoint = transaction.savepoint();
			logIn(transaction, "2", null);
			transaction.rollbackTo(savepoint);
			logIn(transaction, "3", null);
			transaction.commit();
		}
		assertThat(values()).containsExactly("3", "1");
	}

	@Test
	void anEntryOfATransactionIsSkippedIfItsKeyIsFinished() {
		done(KEY, FIRST);
		try (TestTransaction transaction = this.fixture.begin()) {
			logIn(transaction, "skipped", KEY.key());
			ClaimToken token = claimedIn(transaction, key("43"));
			logIn(transaction, "claimed", "43");
			this.plugin.markProcessed(List.of(completion(token, SECOND)), transaction.ledger());
			logIn(transaction, "skipped", "43");
			log("undecided for others", "43");
			transaction.commit();
		}
		log("skipped", "43");
		assertThat(values()).containsExactlyInAnyOrder("undecided for others", SECOND.json(), "claimed", FIRST.json());
	}

	private void log(@Nullable String value, @Nullable String idempotencyKey) {
		this.plugin.log(KEY.namespace(), KEY.operation(), value, idempotencyKey);
	}

	private void logIn(TestTransaction transaction, @Nullable String value, @Nullable String idempotencyKey) {
		this.plugin.log(KEY.namespace(), KEY.operation(), value, idempotencyKey, transaction.ledger());
	}

	private List<LogEntry> entries(int limit) {
		return this.other.getLog(KEY.namespace(), KEY.operation(), limit);
	}

	private List<@Nullable String> values() {
		return entries(100).stream().<@Nullable String>map(LogEntry::value).toList();
	}

}
