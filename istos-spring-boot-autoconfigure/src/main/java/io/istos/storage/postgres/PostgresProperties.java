package io.istos.storage.postgres;

import java.time.Duration;
import java.util.regex.Pattern;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.istos.autoconfigure.PropertyRules;
import io.istos.storage.postgres.PostgresSettings.InitializeSchema;

/**
 * The settings of the adapter for PostgreSQL.
 *
 * @param schema schema of Istos's tables: lower-case letters, digits and underscores
 * @param initializeSchema whether missing tables are created at start-up. Never: they
 * come by a migration, and are only looked at
 * @param reservedConnections connections that Istos keeps for its own short transactions,
 * each opened when it is needed, at least 3: one serves renewals alone, one documents
 * that are locked
 * @param connectionTimeout how long to wait for one of these connections
 * @param statementTimeout how long one of Istos's own statements may take
 * @param lockTimeout how long one of Istos's own statements may wait for a lock: of
 * schema changes and the like, and of a document that many write at once, but never of
 * another row
 */
@ConfigurationProperties("istos.postgres")
record PostgresProperties(@DefaultValue("istos") String schema, @DefaultValue("auto") InitializeSchema initializeSchema,
		@DefaultValue("3") int reservedConnections, @DefaultValue("5s") Duration connectionTimeout,
		@DefaultValue("5s") Duration statementTimeout, @DefaultValue("2s") Duration lockTimeout) {

	private static final Pattern SCHEMA = Pattern.compile("(?!pg_)[a-z_][a-z0-9_]{0,62}");

	private static final Duration SHORTEST = Duration.ofMillis(250);

	private static final Duration LONGEST = Duration.ofMinutes(10);

	PostgresProperties {
		PropertyRules.check(SCHEMA.matcher(schema).matches(), "istos.postgres.schema", schema,
				"must be 1 to 63 lower-case letters, digits and underscores, start with no digit and not with pg_");
		PropertyRules.check(reservedConnections >= PostgresSettings.FEWEST_CONNECTIONS,
				"istos.postgres.reserved-connections", reservedConnections,
				"must be at least " + PostgresSettings.FEWEST_CONNECTIONS + ": " + PostgresSettings.WHAT_FOR);
		PropertyRules.checkDuration("istos.postgres.connection-timeout", connectionTimeout, SHORTEST, LONGEST);
		PropertyRules.checkDuration("istos.postgres.statement-timeout", statementTimeout, SHORTEST, LONGEST);
		PropertyRules.checkDuration("istos.postgres.lock-timeout", lockTimeout, SHORTEST, LONGEST);
	}

	PostgresSettings settings() {
		return new PostgresSettings(this.schema, this.initializeSchema, this.reservedConnections,
				this.connectionTimeout, this.statementTimeout, this.lockTimeout);
	}

}
