package io.istos.engine;

import java.time.Duration;

import io.istos.Boundary;

/**
 * The engine's settings.
 *
 * @param namespace separates services that share a schema; may be empty
 * @param instance names this process, for people to read
 * @param boundary the default boundary
 * @param lease the default lease
 * @param retention the default retention
 * @param completionTimeout how long a completion or a definite answer after a broken
 * commit is tried for
 * @param shutdownTimeout how long a shutdown waits for running calls
 * @param purge how outcomes and the event log are purged
 */
public record EngineSettings(String namespace, String instance, Boundary boundary, Duration lease, Duration retention,
		Duration completionTimeout, Duration shutdownTimeout, Purge purge) {

	/**
	 * The documented defaults.
	 * @param instance names this process
	 * @return the settings
	 */
	public static EngineSettings defaults(String instance) {
		return new EngineSettings("", instance, Boundary.AUTO, Duration.ofSeconds(30), Duration.ofDays(7),
				Duration.ofSeconds(10), Duration.ofSeconds(30),
				new Purge(true, Duration.ofMinutes(1), 1000, Duration.ofDays(30)));
	}

	/**
	 * How outcomes and entries of the event log whose retention is over are deleted.
	 *
	 * @param enabled whether this process purges
	 * @param interval the time between two purges
	 * @param batchSize the most rows to delete in one statement
	 * @param eventLogRetention how long an entry of the event log is kept; zero for good
	 */
	public record Purge(boolean enabled, Duration interval, int batchSize, Duration eventLogRetention) {
	}

}
