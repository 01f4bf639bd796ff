package io.istos.storage.postgres;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(60)
class CombinerTests {

	private final Wire wire = new Wire();

	private final Combiner<String, String> combiner = combiner(64, 1_000_000, Duration.ofSeconds(30));

	private final List<FutureTask<String>> callers = new ArrayList<>();

	@Test
	void aLoneCallerIsSentAtOnceAndAlone() throws SQLException {
		this.wire.open();
		assertThat(this.combiner.ask("a")).isEqualTo("a!");
		assertThat(this.combiner.ask("b")).isEqualTo("b!");
		assertThat(this.wire.batches).containsExactly(List.of("a"), List.of("b"));
	}

	@Test
	void whoArrivesMeanwhileTravelsTogetherSorted() throws Exception {
		callWhileBusy("first", "c", "a", "b");
		this.wire.open();
		assertThat(answers()).containsExactly("first!", "c!", "a!", "b!");
		assertThat(this.wire.batches).containsExactly(List.of("first"), List.of("a", "b", "c"));
	}

	@Test
	void sixtyFourCallersTakeTwoStatements() throws Exception {
		String[] others = new String[63];
		for (int i = 0; i < others.length; i++) {
			others[i] = "caller " + i;
		}
		callWhileBusy("first", others);
		this.wire.open();
		assertThat(answers()).hasSize(64).doesNotHaveDuplicates();
		assertThat(this.wire.batches).hasSize(2);
	}

	@Test
	void aLeaderLeadsOneBatchAndHandsOver() throws Exception {
		callWhileBusy("first", "a");
		this.wire.letThrough(1);
		assertThat(this.callers.get(0).get()).isEqualTo("first!");
		this.wire.awaitBusy(2);
		call("b");
		awaitWaiting(1);
		this.wire.open();
		assertThat(answers()).containsExactly("first!", "a!", "b!");
		assertThat(this.wire.threads).doesNotHaveDuplicates().hasSize(3);
	}

	@Test
	void aKeyThatIsInTheBatchWaitsForTheNext() throws Exception {
		callWhileBusy("first", "a", "a", "b", "a");
		this.wire.open();
		assertThat(answers()).containsExactly("first!", "a!", "a!", "b!", "a!");
		assertThat(this.wire.batches).containsExactly(List.of("first"), List.of("a", "b"), List.of("a"), List.of("a"));
	}

	@Test
	void theKeyOfTheLeaderCountsToo() throws Exception {
		callWhileBusy("first", "first");
		this.wire.open();
		assertThat(answers()).containsExactly("first!", "first!");
		assertThat(this.wire.batches).containsExactly(List.of("first"), List.of("first"));
	}

	@Test
	void aBatchIsCappedByCountAndBySize() throws Exception {
		Combiner<String, String> counted = combiner(2, 1_000, Duration.ofSeconds(30));
		callWhileBusy(counted, "first", "a", "b", "c");
		this.wire.open();
		answers();
		assertThat(this.wire.batches).containsExactly(List.of("first"), List.of("a", "b"), List.of("c"));
		Wire narrow = new Wire();
		Combiner<String, String> sized = new Combiner<>(rules(64, 5, Duration.ofSeconds(30)), narrow);
		call(sized, "first");
		narrow.awaitBusy(1);
		call(sized, "longer than the cap");
		awaitWaiting(sized, 1);
		call(sized, "b");
		awaitWaiting(sized, 2);
		call(sized, "cccc");
		awaitWaiting(sized, 3);
		narrow.open();
		answers();
		assertThat(narrow.batches).containsExactly(List.of("first"), List.of("longer than the cap"),
				List.of("b", "cccc"));
	}

	@Test
	void ofBadDataOnlyTheBadItemFails() throws Exception {
		this.wire.failure = (items) -> items.contains("bad") ? new SQLException("bad data", "22P05") : null;
		callWhileBusy("first", "a", "bad", "b");
		this.wire.open();
		assertThat(answer(1)).isEqualTo("a!");
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(2))
			.withStackTraceContaining("bad data");
		assertThat(answer(3)).isEqualTo("b!");
	}

	@Test
	void anyOtherFailureIsEverybodys() throws Exception {
		this.wire.failure = (items) -> (items.size() > 1) ? new SQLException("gone", "08006") : null;
		callWhileBusy("first", "a", "b");
		this.wire.open();
		assertThat(answer(0)).isEqualTo("first!");
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(1))
			.withStackTraceContaining("gone");
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(2))
			.withStackTraceContaining("gone");
		assertThat(this.wire.batches).hasSize(2);
		assertThat(this.combiner.ask("c")).isEqualTo("c!");
	}

	/**
	 * Who waits behind a leader without a connection would wait for one as long, one by
	 * one.
	 */
	@Test
	void withoutAConnectionAllWhoWaitFailTogether() throws Exception {
		this.wire.refusal = new SQLException("no connection", "08001");
		callWhileBusy("first", "a", "b", "c");
		this.wire.open();
		for (int i = 0; i < 4; i++) {
			int caller = i;
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(caller))
				.withStackTraceContaining("no connection");
		}
		assertThat(this.wire.sent).hasValue(1);
	}

	@Test
	void anErrorOfTheLeaderReachesItsFollowersAndTheNextLeads() throws Exception {
		this.wire.failure = (items) -> {
			if (items.size() > 1) {
				throw new StackOverflowError("leader");
			}
			return null;
		};
		callWhileBusy("first", "a", "b");
		this.wire.open();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(1))
			.withCauseInstanceOf(StackOverflowError.class);
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(2))
			.withCauseInstanceOf(IllegalStateException.class);
		assertThat(this.combiner.ask("c")).isEqualTo("c!");
	}

	@Test
	void anInterruptedFollowerIsAnsweredAndKeepsItsInterrupt() throws Exception {
		callWhileBusy("first");
		AtomicInteger interrupted = new AtomicInteger();
		Thread follower = new Thread(() -> {
			try {
				this.combiner.ask("a");
				interrupted.set(Thread.currentThread().isInterrupted() ? 1 : -1);
			}
			catch (SQLException ex) {
				interrupted.set(-2);
			}
		});
		follower.start();
		awaitWaiting(1);
		follower.interrupt();
		this.wire.open();
		follower.join();
		assertThat(interrupted).hasValue(1);
	}

	@Test
	void aFollowerDoesNotWaitForEver() throws Exception {
		Combiner<String, String> impatient = combiner(64, 1_000, Duration.ofMillis(50));
		callWhileBusy(impatient, "first");
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> impatient.ask("a"))
			.withMessageContaining("not sent");
		this.wire.open();
		assertThat(answers()).containsExactly("first!");
		assertThat(impatient.ask("b")).isEqualTo("b!");
		assertThat(this.wire.batches).containsExactly(List.of("first"), List.of("b"));
	}

	@Test
	void aFollowerWhoseStatementIsUnderWayIsToldSo() throws Exception {
		Combiner<String, String> impatient = combiner(64, 1_000, Duration.ofMillis(300));
		callWhileBusy(impatient, "first", "a", "b");
		this.wire.letThrough(1);
		this.wire.awaitBusy(2);
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(2))
			.withStackTraceContaining("was sent");
		this.wire.open();
		assertThat(answer(1)).isEqualTo("a!");
	}

	@Test
	void nobodyIsForgottenInACrowd() throws Exception {
		this.wire.open();
		Set<String> expected = new java.util.TreeSet<>();
		for (int thread = 0; thread < 16; thread++) {
			int own = thread;
			start(() -> {
				for (int i = 0; i < 500; i++) {
					if (!this.combiner.ask("k" + (i + own) % 20).startsWith("k")) {
						throw new IllegalStateException();
					}
				}
				return "done";
			});
			expected.add("done");
		}
		assertThat(answers()).hasSize(16).hasSameElementsAs(expected);
		assertThat(this.wire.batches).allSatisfy((batch) -> assertThat(batch).isSorted().doesNotHaveDuplicates());
	}

	@Test
	void aMissingAnswerIsNoAnswer() {
		Combiner<String, String> broken = new Combiner<>(rules(1, 1, Duration.ofSeconds(1)), (items) -> {
			throw new IllegalStateException("broken");
		});
		assertThatIllegalStateException().isThrownBy(() -> broken.ask("a")).withMessage("broken");
	}

	private Combiner<String, String> combiner(int items, int characters, Duration patience) {
		return new Combiner<>(rules(items, characters, patience), this.wire);
	}

	private static CombinedBatch.Rules<String> rules(int items, int characters, Duration patience) {
		return new CombinedBatch.Rules<>(Comparator.naturalOrder(), String::length, items, characters, patience);
	}

	private void callWhileBusy(String first, String... others) {
		callWhileBusy(this.combiner, first, others);
	}

	private void callWhileBusy(Combiner<String, String> on, String first, String... others) {
		call(on, first);
		this.wire.awaitBusy(1);
		for (int i = 0; i < others.length; i++) {
			call(on, others[i]);
			awaitWaiting(on, i + 1);
		}
	}

	private void call(String item) {
		call(this.combiner, item);
	}

	private void call(Combiner<String, String> on, String item) {
		start(() -> on.ask(item));
	}

	private void start(Callable<String> call) {
		FutureTask<String> task = new FutureTask<>(call);
		this.callers.add(task);
		new Thread(task).start();
	}

	private void awaitWaiting(int count) {
		awaitWaiting(this.combiner, count);
	}

	private static void awaitWaiting(Combiner<String, String> on, int count) {
		Awaitility.await()
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.until(() -> on.waiting() == count);
	}

	private String answer(int caller) throws Exception {
		return this.callers.get(caller).get();
	}

	private List<String> answers() throws Exception {
		List<String> answers = new ArrayList<>();
		for (FutureTask<String> caller : this.callers) {
			answers.add(caller.get());
		}
		return answers;
	}

	/** Stands for the database: holds every statement until it is let through. */
	private static final class Wire implements Combiner.Sender<String, String> {

		private final List<List<String>> batches = new CopyOnWriteArrayList<>();

		private final List<Thread> threads = new CopyOnWriteArrayList<>();

		private final AtomicInteger sent = new AtomicInteger();

		private final Semaphore gate = new Semaphore(0);

		private volatile java.util.function.Function<List<String>, SQLException> failure = (items) -> null;

		private volatile SQLException refusal;

		@Override
		public List<String> send(Supplier<List<String>> items) throws SQLException {
			SQLException refused = this.refusal;
			List<String> batch = (refused != null) ? List.of() : items.get();
			this.batches.add(batch);
			this.threads.add(Thread.currentThread());
			this.sent.incrementAndGet();
			this.gate.acquireUninterruptibly();
			if (refused != null) {
				throw refused;
			}
			SQLException ex = this.failure.apply(batch);
			if (ex != null) {
				throw ex;
			}
			return batch.stream().map((item) -> item + "!").toList();
		}

		void awaitBusy(int count) {
			Awaitility.await()
				.pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> this.sent.get() == count);
		}

		void letThrough(int count) {
			this.gate.release(count);
		}

		void open() {
			this.gate.release(1_000_000);
		}

	}

}
