package io.istos.storage.postgres;

import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.provider.Arguments;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A ledger whose statements fail as a test wants, each fault once.
 */
abstract class AbstractFaultTests {

	static Ledger ledger;

	static FaultyConnections faults;

	@BeforeAll
	static void open() {
		PostgresSettings settings = PostgresSettings.defaults();
		ledger = Ledger.create(settings, (pool) -> {
			faults = new FaultyConnections(ReservedPool.like(pool, settings));
			return faults;
		});
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	@AfterEach
	void everyFaultWasMetAndNoTransactionStaysOpen() {
		assertThat(faults.pending()).isZero();
		assertThat(
				ledger.jdbc.queryForObject("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
						+ "AND state LIKE 'idle in transaction%'", Long.class))
			.isZero();
	}

	static Stream<Arguments> retried() {
		return Stream.of("40001", "40P01", "08006", "57P01", "25006")
			.flatMap((state) -> Stream.of(Arguments.of(state, false), Arguments.of(state, true)));
	}

	static Stream<Arguments> told() {
		return Stream.of("55P03", "57014", "53200", "42501")
			.flatMap((state) -> Stream.of(Arguments.of(state, false), Arguments.of(state, true)));
	}

}
