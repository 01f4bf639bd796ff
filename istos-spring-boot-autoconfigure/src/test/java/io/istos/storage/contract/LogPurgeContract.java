package io.istos.storage.contract;

import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.istos.storage.ClaimKey;
import io.istos.storage.EventLog;
import io.istos.storage.LogEntry;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which entries of the event log go, and when.
 */
abstract class LogPurgeContract extends ContractSupport {

	private static final ClaimKey KEY = key("42");

	LogPurgeContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	private void log(String... values) {
		for (String value : values) {
			this.plugin.log(KEY.namespace(), KEY.operation(), value, null);
		}
	}

	private List<@Nullable String> values() {
		return this.other.getLog(KEY.namespace(), KEY.operation(), 100)
			.stream()
			.<@Nullable String>map(LogEntry::value)
			.toList();
	}

	@Test
	void anEmptyLogIsPurged() {
		assertThat(this.plugin.purgeLog(RETENTION, 10)).isZero();
	}

	@Test
	void entriesStayForTheirRetention() {
		log("1");
		assertThat(this.plugin.purgeLog(RETENTION, 10)).isZero();
		this.fixture.ageLog();
		assertThat(this.plugin.purgeLog(LONGER, 10)).isZero();
		assertThat(values()).containsExactly("1");
	}

	@Test
	void oldEntriesGoAndYoungOnesStay() {
		log("1", "2");
		this.fixture.ageLog();
		log("3");
		assertThat(this.other.purgeLog(RETENTION, 10)).isEqualTo(2);
		assertThat(values()).containsExactly("3");
		this.fixture.ageLog();
		assertThat(this.other.purgeLog(RETENTION, 10)).isOne();
		assertThat(values()).isEmpty();
	}

	@Test
	void everyLogIsPurged() {
		done(KEY, FIRST);
		this.plugin.log("zoo", "visit", "1", null);
		this.plugin.log(KEY.namespace(), "order.cancel", "2", "key");
		this.fixture.ageLog();
		assertThat(this.plugin.purgeLog(RETENTION, 10)).isEqualTo(3);
		assertThat(this.other.getLog("zoo", "visit", 10)).isEmpty();
		assertThat(this.other.getLog(KEY.namespace(), "order.cancel", 10)).isEmpty();
		assertThat(values()).isEmpty();
	}

	@Test
	void aBatchIsExactlyAsLargeAsAskedAndTheOldestGoFirst() {
		log("1", "2", "3", "4", "5");
		this.fixture.ageLog();
		assertThat(this.plugin.purgeLog(RETENTION, 2)).isEqualTo(2);
		assertThat(values()).containsExactly("5", "4", "3");
		assertThat(this.plugin.purgeLog(RETENTION, 1)).isOne();
		assertThat(values()).containsExactly("5", "4");
		assertThat(this.plugin.purgeLog(RETENTION, 2)).isEqualTo(2);
		assertThat(this.plugin.purgeLog(RETENTION, 2)).isZero();
	}

	@Test
	void whatWasFinishedIsStillSkippedWithoutItsEntry() {
		done(KEY, FIRST);
		this.fixture.ageLog();
		assertThat(this.plugin.purgeLog(RETENTION, 10)).isOne();
		this.plugin.log(KEY.namespace(), KEY.operation(), "again", KEY.key());
		assertThat(values()).isEmpty();
		assertThat(this.other.checkProcessed(KEY)).contains(FIRST);
	}

	@Test
	void manyPurgeAtOnceAndEachEntryGoesOnce() {
		int entries = 60;
		for (int i = 0; i < entries; i++) {
			log("" + i);
		}
		this.fixture.ageLog();
		log("young");
		try (Crowd crowd = new Crowd()) {
			int purged = crowd.together((i) -> purgeAll((i % 2 == 0) ? this.plugin : this.other))
				.stream()
				.mapToInt(Integer::intValue)
				.sum();
			assertThat(purged + this.plugin.purgeLog(RETENTION, entries)).isEqualTo(entries);
		}
		assertThat(values()).containsExactly("young");
	}

	private static int purgeAll(EventLog log) {
		int all = 0;
		int purged;
		do {
			purged = log.purgeLog(RETENTION, 7);
			all += purged;
		}
		while (purged > 0);
		return all;
	}

}
