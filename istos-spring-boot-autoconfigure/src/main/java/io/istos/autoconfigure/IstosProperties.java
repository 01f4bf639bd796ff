package io.istos.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.istos.Boundary;

/**
 * The settings of the trunk.
 *
 * @param enabled whether Istos is there at all. If not, annotated methods are plain
 * methods
 * @param namespace separates services that share a schema: the same key in two namespaces
 * is two calls. Part of every key, so a change forgets what ran before
 * @param instance name of this process, for people who read the ledger. Empty for
 * application name, host name and process id
 * @param shutdownTimeout how long a shutdown waits for running calls
 * @param durable defaults of durable methods
 * @param scopeLease defaults of leased methods
 * @param purge deletion of outcomes and log entries whose retention is over
 * @param storage where the ledger is
 * @param admin what people who operate the application see
 */
@ConfigurationProperties("istos")
record IstosProperties(@DefaultValue("true") boolean enabled, @DefaultValue("") String namespace,
		@DefaultValue("") String instance, @DefaultValue("30s") Duration shutdownTimeout, @DefaultValue Durable durable,
		@DefaultValue ScopeLease scopeLease, @DefaultValue Purge purge, @DefaultValue Storage storage,
		@DefaultValue Admin admin) {

	private static final int MAX_NAMESPACE_LENGTH = 100;

	private static final Duration LONGEST = Duration.ofDays(36_500);

	IstosProperties {
		PropertyRules.check(namespace.length() <= MAX_NAMESPACE_LENGTH, "istos.namespace", namespace,
				"must have at most " + MAX_NAMESPACE_LENGTH + " characters");
		PropertyRules.check(namespace.chars().noneMatch((c) -> c == '|' || Character.isISOControl(c)),
				"istos.namespace", namespace, "must contain neither '|' nor control characters");
		PropertyRules.checkDuration("istos.shutdown-timeout", shutdownTimeout, Duration.ZERO, Duration.ofDays(1));
	}

	/**
	 * Defaults of durable methods.
	 *
	 * @param lease how long a claim outlives its last renewal
	 * @param retention how long an outcome is remembered
	 * @param boundary where claim and completion are written, relative to the transaction
	 * @param requireNames whether every durable method must have a name of its own. A
	 * name derived from the method is lost with a rename
	 * @param completionTimeout how long the completion of a call that ran is tried for
	 */
	record Durable(@DefaultValue("30s") Duration lease, @DefaultValue("7d") Duration retention,
			@DefaultValue("auto") Boundary boundary, @DefaultValue("false") boolean requireNames,
			@DefaultValue("10s") Duration completionTimeout) {

		Durable {
			PropertyRules.checkDuration("istos.durable.lease", lease, Duration.ofMillis(1), LONGEST);
			PropertyRules.checkDuration("istos.durable.retention", retention, Duration.ofMillis(1), LONGEST);
			PropertyRules.checkDuration("istos.durable.completion-timeout", completionTimeout, Duration.ofMillis(1),
					Duration.ofDays(1));
			boundary = (boundary != Boundary.DEFAULT) ? boundary : Boundary.AUTO;
		}

	}

	/**
	 * Defaults of leased methods.
	 *
	 * @param ttl how long a lease outlives its last renewal
	 */
	record ScopeLease(@DefaultValue("30s") Duration ttl) {

		ScopeLease {
			PropertyRules.checkDuration("istos.scope-lease.ttl", ttl, Duration.ofMillis(1), LONGEST);
		}

	}

	/**
	 * Deletion of outcomes and log entries whose retention is over.
	 *
	 * @param enabled whether this process deletes outcomes and entries of the event log
	 * whose retention is over
	 * @param interval time between two deletions
	 * @param batchSize the most rows to delete in one statement
	 * @param eventLogRetention how long an entry of the event log is kept. 0 keeps them
	 * for good
	 */
	record Purge(@DefaultValue("true") boolean enabled, @DefaultValue("1m") Duration interval,
			@DefaultValue("1000") int batchSize, @DefaultValue("30d") Duration eventLogRetention) {

		Purge {
			PropertyRules.checkDuration("istos.purge.interval", interval, Duration.ofMillis(1), Duration.ofDays(365));
			PropertyRules.check(batchSize > 0, "istos.purge.batch-size", batchSize, "must be positive");
			PropertyRules.checkDuration("istos.purge.event-log-retention", eventLogRetention, Duration.ZERO, LONGEST);
		}

	}

	/**
	 * Where the ledger is.
	 *
	 * @param type kind of storage. Memory is for one process: other nodes don't see its
	 * claims, and a restart forgets them
	 */
	record Storage(@DefaultValue("postgres") Type type) {

		/**
		 * Kind of storage.
		 */
		enum Type {

			POSTGRES, MEMORY

		}

	}

	/**
	 * What people who operate the application see.
	 *
	 * @param maskKeys whether business keys are masked wherever they are shown to people.
	 * Then only open claims are listed
	 */
	record Admin(@DefaultValue("false") boolean maskKeys) {
	}

}
