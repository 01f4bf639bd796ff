package io.istos.samples.settlement.story;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.istos.samples.stage.Scrape;

/**
 * What one process did with its jobs.
 *
 * @param calls of each job
 * @param takeOvers leases that it took over from others
 * @param refusedFences commits that were refused
 * @param lostLeases leases that it lost; {@code null} where the logbook can't tell: a
 * lease that is kept between calls may be found lost, or given up when it is needed next
 */
record Account(List<Calls> calls, long takeOvers, long refusedFences, @Nullable Long lostLeases) {

	/**
	 * As the process says itself, of the jobs that others know of.
	 * @param scrape what it says
	 * @param told what others say
	 */
	static Account scraped(Scrape scrape, Account told) {
		Long lost = (told.lostLeases() != null) ? scrape.count("istos_leases_lost_total", Map.of()) : null;
		return new Account(told.calls().stream().map((calls) -> Calls.scraped(scrape, calls.job())).toList(),
				scrape.count("istos_leases_takeovers_total", Map.of()),
				scrape.count("istos_fences_refused_total", Map.of()), lost);
	}

	/**
	 * What became of the calls of one job.
	 *
	 * @param job the job
	 * @param fired how often it was called
	 * @param ran calls that ran
	 * @param skipped calls that found the scope busy
	 * @param refused calls that lost their lease
	 * @param failed calls that failed otherwise
	 */
	record Calls(String job, long fired, long ran, long skipped, long refused, long failed) {

		private static Calls scraped(Scrape scrape, String job) {
			return new Calls(job, count(scrape, job, ".*"), count(scrape, job, "ran"), count(scrape, job, "skipped"),
					count(scrape, job, "lost"), count(scrape, job, "failed|refused|busy"));
		}

		private static long count(Scrape scrape, String job, String outcomes) {
			return scrape.count("istos_lease_seconds_count", Map.of("method", ".*#" + job, "outcome", outcomes));
		}

	}

}
