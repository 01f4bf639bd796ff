package io.istos.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

import io.istos.StorageUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * With a JDBC transaction manager: the connection dies while COMMIT is on the wire: a
 * definite answer, and no second run.
 */
class BrokenCommitTests {

	private final AtomicReference<BrokenCommits> commits = new AtomicReference<>();

	private Ledger ledger;

	@BeforeEach
	void open() {
		this.ledger = new Ledger.Options().wrapper((pool) -> {
			this.commits.set(new BrokenCommits(pool));
			return this.commits.get();
		}).manager(this::manager).create();
	}

	AbstractPlatformTransactionManager manager(DataSource dataSource) {
		return new JdbcTransactionManager(dataSource);
	}

	@AfterEach
	void close() {
		this.ledger.close();
	}

	@Test
	void ownTransactionThatCommittedReturnsItsResult() throws Exception {
		DurableOperation<String> operation = this.ledger.inOwnTransaction("committed");
		this.commits.get().breakNext(BrokenCommits.Moment.AFTER_IT_ARRIVED);
		assertThat(operation.call("committed", null, () -> this.ledger.book("committed"))).isEqualTo("result 1");
		assertThat(operation.call("committed", null, () -> this.ledger.book("committed"))).isEqualTo("result 1");
		assertThat(this.ledger.rows("committed")).isEqualTo(1);
	}

	@Test
	void ownTransactionThatDidNotCommitThrowsAndIsReleased() throws Exception {
		DurableOperation<String> operation = this.ledger.inOwnTransaction("cut");
		this.commits.get().breakNext(BrokenCommits.Moment.BEFORE_IT_ARRIVED);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> operation.call("cut", null, () -> this.ledger.book("cut")));
		assertThat(this.ledger.rows("cut")).isZero();
		assertThat(this.ledger.state("cut")).isEqualTo("F");
		assertThat(operation.call("cut", null, () -> this.ledger.book("cut"))).isEqualTo("result 2");
	}

	@Test
	void joinedTransactionThatCommittedReturnsItsResult() throws Exception {
		DurableOperation<String> operation = this.ledger.define("joined",
				DurableOptions.defaults()
					.withBoundary(io.istos.Boundary.JOINED)
					.withTransaction(this.ledger.template()));
		this.commits.get().breakNext(BrokenCommits.Moment.AFTER_IT_ARRIVED);
		assertThat(operation.call("joined", null, () -> this.ledger.book("joined"))).isEqualTo("result 1");
		assertThat(this.ledger.rows("joined")).isEqualTo(1);
	}

	@Test
	void callersTransactionKeepsItsExceptionAndTheAnswerIsRight() throws Exception {
		DurableOperation<String> operation = this.ledger.define("callers", DurableOptions.defaults());
		for (BrokenCommits.Moment moment : BrokenCommits.Moment.values()) {
			String key = moment.name();
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> this.ledger.template().executeWithoutResult((status) -> {
					AbstractTransactionTests.unchecked(() -> operation.call(key, null, () -> this.ledger.book(key)));
					this.commits.get().breakNext(moment);
				}));
			boolean committed = moment == BrokenCommits.Moment.AFTER_IT_ARRIVED;
			await().untilAsserted(() -> assertThat(this.ledger.state(key)).isEqualTo(committed ? "D" : "F"));
			operation.call(key, null, () -> this.ledger.book(key));
			assertThat(this.ledger.rows(key)).isEqualTo(1);
		}
	}

	@Test
	void scopeIsGivenUpOnceTheBrokenTransactionHasEnded() {
		ScopeLeases leases = leases();
		for (BrokenCommits.Moment moment : BrokenCommits.Moment.values()) {
			String scope = moment.name();
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> this.ledger.template().executeWithoutResult((status) -> {
					leases.run(scope, LeaseOptions.defaults(), () -> this.ledger.book(scope));
					this.commits.get().breakNext(moment);
				}));
			await().until(() -> leases.run(scope, LeaseOptions.defaults(), () -> {
			}));
			assertThat(this.ledger.rows(scope)).isEqualTo((moment == BrokenCommits.Moment.AFTER_IT_ARRIVED) ? 1 : 0);
		}
	}

	@Test
	void checkpointOfABrokenCommitIsReadByTheNextHolderAndByNobodyBefore() {
		ScopeLeases leases = leases();
		for (LeaseOptions options : List.of(LeaseOptions.defaults(), LeaseOptions.defaults().withKeep(true))) {
			String scope = "scope-" + options.keep();
			leases.run(scope, options, () -> {
				this.ledger.template().executeWithoutResult((status) -> leases.fence().checkpoint("first"));
				this.commits.get().breakNext(BrokenCommits.Moment.AFTER_IT_ARRIVED);
				assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.ledger.template()
					.executeWithoutResult((status) -> leases.fence().checkpoint("second")));
				assertThatExceptionOfType(StorageUnavailableException.class)
					.isThrownBy(() -> leases.fence().checkpoint(String.class));
			});
			await().until(() -> leases.run(scope, options,
					() -> assertThat(leases.fence().checkpoint(String.class)).contains("second")));
		}
	}

	private ScopeLeases leases() {
		return new ScopeLeases(this.ledger.operations, Duration.ofSeconds(30), (event) -> {
		});
	}

}
