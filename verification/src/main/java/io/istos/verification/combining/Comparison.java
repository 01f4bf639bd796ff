package io.istos.verification.combining;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.verification.Table;
import io.istos.verification.stress.Workers;

/**
 * Measures the same calls through the PostgreSQL adapter, which combines, and with the
 * same statements sent one by one over a pool, in alternating rounds.
 */
final class Comparison {

	/** The most connections over which statements are sent one by one. */
	static final int POOL = 16;

	private final Duration round;

	private final int rounds;

	private final IntConsumer combined;

	private final IntConsumer oneByOne;

	/**
	 * Create a comparison.
	 * @param arguments of the program: seconds per round (3), rounds (7)
	 * @param combined one call through the adapter, told which caller makes it
	 * @param oneByOne one call with single statements, told which caller makes it
	 */
	Comparison(String[] arguments, IntConsumer combined, IntConsumer oneByOne) {
		this.round = Duration.ofSeconds((arguments.length > 0) ? Long.parseLong(arguments[0]) : 3);
		this.rounds = (arguments.length > 1) ? Integer.parseInt(arguments[1]) : 7;
		this.combined = combined;
		this.oneByOne = oneByOne;
	}

	static void describe(DataSource dataSource) {
		JdbcTemplate jdbc = new JdbcTemplate(dataSource);
		System.out.println("fsync " + jdbc.queryForObject("show fsync", String.class) + ", synchronous_commit "
				+ jdbc.queryForObject("show synchronous_commit", String.class) + ", "
				+ Runtime.getRuntime().availableProcessors() + " processors shared with the server");
	}

	void warmUp(int callers) {
		for (int i = 0; i < 2; i++) {
			throughput(this.combined, callers);
			throughput(this.oneByOne, callers);
		}
		latencies(this.combined);
		latencies(this.oneByOne);
	}

	/**
	 * Compare the throughput.
	 * @param callers how many call at a time
	 * @return how many times higher it is when combined
	 */
	double throughput(int callers) {
		Rates rates = rates(callers);
		double[] with = rates.first();
		double[] without = rates.second();
		new Table(callers + ((callers == 1) ? " caller" : " callers"), "calls/s, median", "least", "most")
			.row("combined", whole(median(with)), whole(min(with)), whole(max(with)))
			.row("one by one, pool of " + POOL, whole(median(without)), whole(min(without)), whole(max(without)))
			.print();
		return median(with) / median(without);
	}

	/**
	 * Measure the throughput of both, in alternating rounds.
	 * @param callers how many call at a time
	 * @return calls per second of each round
	 */
	Rates rates(int callers) {
		double[] first = new double[this.rounds];
		double[] second = new double[this.rounds];
		for (int i = 0; i < this.rounds; i++) {
			first[i] = throughput(this.combined, callers);
			second[i] = throughput(this.oneByOne, callers);
		}
		return new Rates(first, second);
	}

	/**
	 * Compare the latency of a lone caller.
	 * @return how many times higher it is when combined
	 */
	double latency() {
		double[] with = new double[this.rounds];
		double[] without = new double[this.rounds];
		double[] withTail = new double[this.rounds];
		double[] withoutTail = new double[this.rounds];
		for (int i = 0; i < this.rounds; i++) {
			double[] latencies = latencies(this.combined);
			with[i] = percentile(latencies, 0.5);
			withTail[i] = percentile(latencies, 0.99);
			latencies = latencies(this.oneByOne);
			without[i] = percentile(latencies, 0.5);
			withoutTail[i] = percentile(latencies, 0.99);
		}
		new Table("a lone caller", "ms per call, median", "99 of 100 below")
			.row("combined", millis(median(with)), millis(median(withTail)))
			.row("one by one", millis(median(without)), millis(median(withoutTail)))
			.print();
		return median(with) / median(without);
	}

	static boolean verdict(String what, double ratio, boolean met, String target) {
		System.out.printf(Locale.ROOT, "%s %.2f, target %s: %s%n%n", what, ratio, target, met ? "met" : "MISSED");
		return met;
	}

	private double throughput(IntConsumer call, int callers) {
		AtomicLong calls = new AtomicLong();
		long start = System.nanoTime();
		long end = start + this.round.toNanos();
		Workers.run(callers, (worker) -> {
			while (System.nanoTime() < end) {
				call.accept(worker);
				calls.incrementAndGet();
			}
		});
		return calls.get() / ((System.nanoTime() - start) / 1e9);
	}

	private double[] latencies(IntConsumer call) {
		List<Double> latencies = new ArrayList<>();
		long end = System.nanoTime() + this.round.toNanos();
		for (long start = System.nanoTime(); start < end; start = System.nanoTime()) {
			call.accept(0);
			latencies.add((double) (System.nanoTime() - start));
		}
		return latencies.stream().mapToDouble(Double::doubleValue).toArray();
	}

	static double median(double[] values) {
		return percentile(values, 0.5);
	}

	private static double percentile(double[] values, double share) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
	}

	static double min(double[] values) {
		return Arrays.stream(values).min().orElse(0);
	}

	static double max(double[] values) {
		return Arrays.stream(values).max().orElse(0);
	}

	static String whole(double value) {
		return String.format(Locale.ROOT, "%,.0f", value);
	}

	private static String millis(double nanos) {
		return String.format(Locale.ROOT, "%.3f", nanos / TimeUnit.MILLISECONDS.toNanos(1));
	}

	/** Calls per second, by round, of the two kinds of call. */
	static final class Rates {

		private final double[] first;

		private final double[] second;

		Rates(double[] first, double[] second) {
			this.first = first;
			this.second = second;
		}

		double[] first() {
			return this.first;
		}

		double[] second() {
			return this.second;
		}

	}

}
