package io.istos.recipes;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.annotation.Scheduled;

import io.istos.coordination.Coordination;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

class CronTickOnceTests {

	private static final Instant TWO = Instant.parse("2026-01-01T02:00:00Z");

	private final Nodes nodes = new Nodes();

	private final List<Instant> sent = new ArrayList<>();

	@Test
	void everyTickIsOneOfAllNodes() {
		for (Instant tick : List.of(TWO, TWO.plus(Duration.ofHours(1)))) {
			fire("left", tick);
			fire("right", tick);
		}
		assertThat(this.sent).containsExactly(TWO, TWO.plus(Duration.ofHours(1)));
	}

	@Test
	void aNodeWhoseClockIsEarlyOrLateKnowsTheTickAllTheSame() {
		fire("early", TWO.minusMillis(3));
		fire("exact", TWO);
		fire("late", TWO.plus(Duration.ofMinutes(20)));
		assertThat(this.sent).containsExactly(TWO);
	}

	private void fire(String node, Instant when) {
		new Reminders(this.nodes.node(node), InstantSource.fixed(when), this.sent::add, node).remind();
	}

	@Test
	void ofAllWhoFireAtOnceOneRuns() {
		List<Instant> sent = new CopyOnWriteArrayList<>();
		try (TestDatabase database = TestDatabase.create(); HikariDataSource pool = database.hikari(4)) {
			List<CompletableFuture<Void>> all = IntStream.range(0, 4)
				.mapToObj((i) -> Nodes.node(PostgresStoragePlugin.create(pool, pool, PostgresSettings.defaults()),
						"node-" + i))
				.map((node) -> new Reminders(node, InstantSource.fixed(TWO), sent::add, "node"))
				.map((reminders) -> CompletableFuture.runAsync(reminders::remind))
				.toList();
			all.forEach(CompletableFuture::join);
		}
		assertThat(sent).containsExactly(TWO);
	}

	record Reminders(Coordination coordination, InstantSource clock, Mailer mailer, String node) {

		@Scheduled(cron = "0 0 * * * *")
		void remind() {
			Instant tick = this.clock.instant().plus(Duration.ofMinutes(30)).truncatedTo(ChronoUnit.HOURS);
			if (this.coordination.claim("tick/reminders/" + tick, this.node).won()) {
				this.mailer.sendRemindersOf(tick);
			}
		}

	}

	@FunctionalInterface
	interface Mailer {

		void sendRemindersOf(Instant tick);

	}

}
