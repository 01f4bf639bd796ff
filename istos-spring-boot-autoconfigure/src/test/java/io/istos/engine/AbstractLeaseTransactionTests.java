package io.istos.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.Fence;
import io.istos.Fencing;
import io.istos.Lease;
import io.istos.LeaseEvent;
import io.istos.LeaseLostException;
import io.istos.TransactionRequiredException;
import io.istos.transaction.ExpectedTransaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A transaction commits only while its leases are held: every way to come under a lease,
 * and to lose it, each told by the committed rows and by what a rival gets.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractLeaseTransactionTests {

	private static final LeaseOptions OPTIONS = LeaseOptions.defaults();

	private final List<LeaseEvent> events = new CopyOnWriteArrayList<>();

	private Ledger ledger;

	private ScopeLeases leases;

	private ScopeLeases rival;

	private Fence fence;

	private int scopes;

	private String scope;

	abstract AbstractPlatformTransactionManager manager(DataSource dataSource);

	Ledger.Options options() {
		return new Ledger.Options().manager(this::manager);
	}

	@BeforeAll
	void open() {
		this.ledger = options().create();
		this.leases = new ScopeLeases(this.ledger.operations, Duration.ofSeconds(60), this.events::add);
		this.rival = new ScopeLeases(this.ledger.anotherNode(), Duration.ofSeconds(60), (event) -> {
		});
		this.fence = this.leases.fence();
	}

	@BeforeEach
	void nextScope() {
		this.scope = "scope-" + ++this.scopes;
		this.events.clear();
	}

	@AfterAll
	void close() {
		this.ledger.close();
	}

	// --- transactions that begin under the lease

	@Test
	void commitsWhileTheLeaseIsHeld() {
		this.leases.run(this.scope, OPTIONS, () -> inTransaction(() -> book()));
		assertThat(rows()).isOne();
		assertThat(rivalRuns()).isTrue();
	}

	@Test
	void takenOverAfterTheWriteRollsBack() {
		this.leases.run(this.scope, OPTIONS, () -> assertRefused(() -> inTransaction(() -> {
			book();
			steal();
		})));
		assertThat(rows()).isZero();
	}

	@Test
	void lapsedAlthoughNobodyTookItRollsBack() {
		this.leases.run(this.scope, OPTIONS, () -> {
			assertRefused(() -> inTransaction(() -> {
				book();
				lapse();
			}));
			assertThat(this.events).hasSize(1);
			assertThat(this.fence.lost()).isPresent();
		});
		assertThat(rows()).isZero();
	}

	@Test
	void deletedRowRollsBack() {
		this.leases.run(this.scope, OPTIONS, () -> assertRefused(() -> inTransaction(() -> {
			book();
			this.ledger.outside.update("DELETE FROM istos.istos_lease WHERE scope = ?", this.scope);
		})));
		assertThat(rows()).isZero();
	}

	@Test
	void everyTransactionOfTheMethodIsFenced() {
		this.leases.run(this.scope, OPTIONS, () -> {
			inTransaction(this::book);
			assertRefused(() -> inTransaction(() -> {
				book();
				inNewTransaction(this::book);
				steal();
				assertRefused(() -> inNewTransaction(this::book));
			}));
		});
		assertThat(rows()).isEqualTo(2);
	}

	@Test
	void lostLeaseIsRefusedBeforeTheDatabaseIsAsked() {
		this.leases.run(this.scope, OPTIONS, () -> {
			steal();
			assertRefused(this.fence::check);
			assertRefused(() -> inTransaction(this::book));
		});
		assertThat(rows()).isZero();
	}

	@Test
	void unfencedMethodIsLeftToItself() {
		this.leases.run(this.scope, OPTIONS.withFencing(Fencing.NONE), () -> inTransaction(() -> {
			book();
			steal();
		}));
		assertThat(rows()).isOne();
	}

	@Test
	void fencedInsideUnfencedIsFenced() {
		this.leases.run(this.scope, OPTIONS.withFencing(Fencing.NONE),
				() -> this.leases.run(this.scope, OPTIONS, () -> assertRefused(() -> inTransaction(() -> {
					book();
					steal();
				}))));
		assertThat(rows()).isZero();
	}

	@Test
	void bothLeasesOfNestedMethodsAreFenced() {
		String outer = this.scope;
		this.leases.run(outer, OPTIONS, () -> {
			nextScope();
			this.leases.run(this.scope, OPTIONS, () -> assertRefused(() -> inTransaction(() -> {
				book();
				steal(outer);
			})));
			assertThat(rows()).isZero();
		});
	}

	@Test
	void readOnlyTransactionIsNotFenced() {
		TransactionTemplate readOnly = this.ledger.template();
		readOnly.setReadOnly(true);
		this.leases.run(this.scope, OPTIONS, () -> {
			steal();
			assertThat(
					readOnly.<Integer>execute((status) -> this.ledger.jdbc.queryForObject("SELECT 1", Integer.class)))
				.isOne();
		});
	}

	@Test
	void rollbackIsARollback() {
		this.leases.run(this.scope, OPTIONS, () -> {
			this.ledger.template().executeWithoutResult((status) -> {
				book();
				status.setRollbackOnly();
			});
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> inTransaction(() -> {
				book();
				throw new IllegalStateException("no");
			}));
		});
		assertThat(rows()).isZero();
		assertThat(rivalRuns()).isTrue();
	}

	@Test
	void transactionAfterACommitIsFencedToo() {
		this.leases.run(this.scope, OPTIONS, () -> inTransaction(() -> {
			book();
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void afterCommit() {
					steal();
					assertRefused(() -> inNewTransaction(AbstractLeaseTransactionTests.this::book));
				}
			});
		}));
		assertThat(rows()).isOne();
	}

	@Test
	void fenceThatCannotBeAskedForRollsBack() {
		this.leases.run(this.scope, OPTIONS,
				() -> assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> inTransaction(() -> {
					book();
					this.ledger.jdbc.execute("SELECT pg_terminate_backend(pg_backend_pid())");
				})));
		assertThat(rows()).isZero();
	}

	@Test
	void timedOutTransactionDoesNotCommit() {
		TransactionTemplate hasty = this.ledger.template();
		hasty.setTimeout(1);
		this.leases.run(this.scope, OPTIONS, () -> assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> hasty.executeWithoutResult((status) -> {
				book();
				this.ledger.jdbc.execute("SELECT pg_sleep(1.2)");
			})));
		assertThat(rows()).isZero();
	}

	@Test
	void transactionThatIsNotOnTheLedgerIsNotFenced() {
		AbstractPlatformTransactionManager other = manager(this.ledger.database.dataSource());
		this.leases.run(this.scope, OPTIONS, () -> {
			steal();
			new TransactionTemplate(other).executeWithoutResult((status) -> {
			});
		});
	}

	// --- snapshots

	@Test
	void ownSnapshotHoldsTheLeaseFromItsBegin() {
		this.leases.run(this.scope, OPTIONS, () -> this.ledger.repeatableRead().executeWithoutResult((status) -> {
			book();
			expireAndAssertBusy();
			renew();
		}));
		assertThat(rows()).isOne();
		assertThat(rivalRuns()).isTrue();
	}

	@Test
	void ownSnapshotOfALostLeaseRollsBack() {
		this.leases.run(this.scope, OPTIONS, () -> {
			steal();
			assertRefused(() -> this.ledger.repeatableRead().executeWithoutResult((status) -> book()));
		});
		assertThat(rows()).isZero();
	}

	@Test
	void callersSnapshotIsRefusedBeforeAnythingIsAcquired() {
		this.ledger.repeatableRead().executeWithoutResult((status) -> {
			assertThatExceptionOfType(TransactionRequiredException.class)
				.isThrownBy(() -> this.leases.run(this.scope, OPTIONS, () -> assertThat(true).isFalse()))
				.withMessageContaining("REPEATABLE READ")
				.withMessageContaining("REQUIRES_NEW");
			assertThat(this.ledger.jdbc.queryForObject("SELECT 1", Integer.class)).as("usable").isOne();
		});
		assertThat(this.ledger.outside.queryForObject("SELECT count(*) FROM istos.istos_lease WHERE scope = ?",
				Integer.class, this.scope))
			.isZero();
	}

	// --- the caller's transaction

	@Test
	void leaseLastsUntilTheCallersTransactionEnds() {
		inTransaction(() -> {
			this.leases.run(this.scope, OPTIONS, this::book);
			assertThat(rivalRuns()).isFalse();
			expireAndAssertBusy();
		});
		assertThat(rows()).isOne();
		assertThat(rivalRuns()).isTrue();
	}

	@Test
	void callersRollbackGivesTheScopeUp() {
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> inTransaction(() -> {
			this.leases.run(this.scope, OPTIONS, this::book);
			throw new IllegalStateException("no");
		}));
		assertThat(rows()).isZero();
		assertThat(rivalRuns()).isTrue();
	}

	@Test
	void callerWhoSwallowsTheLossCannotCommit() {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> inTransaction(() -> {
			book();
			assertRefused(() -> this.leases.run(this.scope, OPTIONS, () -> {
				book();
				steal();
			}));
		})).isInstanceOfAny(LeaseLostException.class, UnexpectedRollbackException.class);
		assertThat(rows()).isZero();
	}

	@Test
	void callerWhoSwallowsTheFailureOfALeasedMethodStillCommitsUnderTheLease() {
		inTransaction(() -> {
			assertThatExceptionOfType(IllegalStateException.class)
				.isThrownBy(() -> this.leases.run(this.scope, OPTIONS, () -> {
					book();
					throw new IllegalStateException("body");
				}));
			expireAndAssertBusy();
		});
		assertThat(rows()).isOne();
	}

	@Test
	void callerWhoSwallowsTheFailureOfAMethodThatLostItsLeaseCannotCommit() {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> inTransaction(() -> {
			assertThatExceptionOfType(IllegalStateException.class)
				.isThrownBy(() -> this.leases.run(this.scope, OPTIONS, () -> {
					book();
					steal();
					throw new IllegalStateException("body");
				}));
		})).isInstanceOfAny(LeaseLostException.class, UnexpectedRollbackException.class);
		assertThat(rows()).isZero();
	}

	@Test
	void leasedMethodWithATransactionOfItsOwnDoesNotBindTheCallers() throws Throwable {
		inTransaction(() -> {
			AbstractTransactionTests
				.unchecked(() -> execute(ExpectedTransaction.NEW, () -> inNewTransaction(this::book)));
			assertThat(rivalRuns()).isTrue();
		});
		assertThat(rows()).isOne();
	}

	@Test
	void scopeIsAcquiredAgainInTheSameTransactionOnlyAfterItsEnd() {
		inTransaction(() -> {
			this.leases.run(this.scope, OPTIONS, this::book);
			assertThat(this.leases.run(this.scope, OPTIONS, this::book)).isFalse();
		});
		assertThat(this.leases.run(this.scope, OPTIONS, () -> inTransaction(this::book))).isTrue();
		assertThat(rows()).isEqualTo(2);
	}

	@Test
	void keptLeaseIsNotUsedByTheNextCallBeforeTheCallersTransactionEnds() {
		LeaseOptions keep = OPTIONS.withKeep(true);
		inTransaction(() -> {
			this.leases.run(this.scope, keep, this::book);
			Threads
				.run(() -> assertThat(this.leases.run(this.scope, keep, () -> assertThat(true).isFalse())).isFalse());
		});
		Threads.run(() -> assertThat(this.leases.run(this.scope, keep, () -> {
		})).isTrue());
	}

	// --- asked by the method

	@Test
	void holdForUpdateShutsRivalsOutUntilTheEnd() {
		this.leases.run(this.scope, OPTIONS, () -> {
			inTransaction(() -> {
				this.fence.holdForUpdate();
				book();
				expireAndAssertBusy();
				this.fence.holdForUpdate();
			});
			assertThat(rows()).as("commits although the lease has lapsed meanwhile").isOne();
			assertThat(rivalRuns()).isTrue();
		});
	}

	@Test
	void holdForUpdateOfALostLeaseIsRefusedForGood() {
		this.leases.run(this.scope, OPTIONS,
				() -> assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> inTransaction(() -> {
					book();
					steal();
					assertRefused(this.fence::holdForUpdate);
				})));
		assertThat(rows()).isZero();
	}

	@Test
	void renewalIsNotBlockedByATransactionThatHoldsTheLease() {
		this.leases.run(this.scope, OPTIONS, () -> inTransaction(() -> {
			this.fence.holdForUpdate();
			String before = deadline();
			renew();
			assertThat(deadline()).isGreaterThan(before);
			book();
		}));
		assertThat(rows()).isOne();
	}

	@Test
	void checkpointIsWrittenWithTheCommitAndReadByTheNextHolder() {
		this.leases.run(this.scope, OPTIONS, () -> {
			assertThat(this.fence.checkpoint(Progress.class)).isEmpty();
			inTransaction(() -> {
				this.fence.checkpoint(new Progress(1, "one"));
				this.fence.checkpoint(new Progress(2, "two"));
				assertThat(this.fence.checkpoint(Progress.class)).contains(new Progress(2, "two"));
				assertThat(state()).isNull();
			});
			assertThat(this.fence.checkpoint(Progress.class)).contains(new Progress(2, "two"));
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> inTransaction(() -> {
				this.fence.checkpoint(new Progress(3, "three"));
				throw new IllegalStateException("no");
			}));
			assertThat(this.fence.checkpoint(Progress.class)).contains(new Progress(2, "two"));
		});
		assertThat(state()).contains("two");
		this.leases.run(this.scope, OPTIONS,
				() -> assertThat(this.fence.checkpoint(Progress.class)).contains(new Progress(2, "two")));
	}

	@Test
	void checkpointOfALostLeaseIsRefused() {
		this.leases.run(this.scope, OPTIONS, () -> assertRefused(() -> inTransaction(() -> {
			this.fence.checkpoint(new Progress(1, "one"));
			steal();
		})));
		assertThat(state()).isNull();
	}

	@Test
	void checkpointInTheCallersTransaction() {
		inTransaction(() -> this.leases.run(this.scope, OPTIONS, () -> {
			this.fence.checkpoint(new Progress(1, "one"));
			book();
		}));
		assertThat(state()).contains("one");
		assertThat(rivalRuns()).isTrue();
	}

	@Test
	void checkpointExtendsTheDeadline() {
		this.leases.run(this.scope, OPTIONS, () -> {
			String before = deadline();
			inTransaction(() -> this.fence.checkpoint(new Progress(1, "one")));
			assertThat(deadline()).isGreaterThan(before);
		});
	}

	// --- other threads

	@Test
	void workOnOtherThreadsIsFencedUnderTheLeaseTheyAreGiven() {
		this.leases.run(this.scope, OPTIONS, () -> {
			Lease lease = this.fence.lease();
			Threads.run(() -> lease.run(() -> inTransaction(this::book)));
			Threads.run(() -> lease.run(() -> assertRefused(() -> inTransaction(() -> {
				book();
				steal();
			}))));
		});
		assertThat(rows()).isOne();
	}

	@Test
	void workThatGoesOnAfterItsMethodCannotCommit() {
		AtomicReference<Lease> lease = new AtomicReference<>();
		for (LeaseOptions options : List.of(OPTIONS, OPTIONS.withKeep(true))) {
			nextScope();
			TransactionStatus[] open = new TransactionStatus[1];
			this.leases.run(this.scope, options, () -> {
				lease.set(this.fence.lease());
				lease.get().run(() -> {
					open[0] = this.ledger.manager.getTransaction(new DefaultTransactionDefinition());
					book();
				});
			});
			assertRefused(() -> this.ledger.manager.commit(open[0]));
			assertThat(rows()).isZero();
		}
	}

	@Test
	void leaseGivenAwayInsideATransactionLastsUntilThatEnds() {
		AcquiredLease lease = this.leases.tryAcquire(this.scope, OPTIONS).orElseThrow();
		inTransaction(() -> {
			lease.run(this::book);
			lease.close();
			assertThat(rivalRuns()).isFalse();
		});
		assertThat(rows()).isOne();
		assertThat(rivalRuns()).isTrue();
	}

	// --- with durable calls

	@Test
	void durableCallUnderALostLeaseIsNeitherCommittedNorDone() throws Exception {
		DurableOperation<String> operation = this.ledger.inOwnTransaction("leased-" + this.scope);
		this.leases.run(this.scope, OPTIONS, () -> assertRefused(
				() -> AbstractTransactionTests.unchecked(() -> operation.call(this.scope, null, () -> {
					book();
					steal();
					return "lost";
				}))));
		assertThat(rows()).isZero();
		assertThat(this.ledger.state(this.scope)).isEqualTo("F");
		this.leases.run("next-" + this.scope, OPTIONS, () -> AbstractTransactionTests
			.unchecked(() -> operation.call(this.scope, null, () -> this.ledger.book(this.scope))));
		assertThat(rows()).isOne();
		assertThat(this.ledger.state(this.scope)).isEqualTo("D");
	}

	// --- helpers

	Ledger ledger() {
		return this.ledger;
	}

	ScopeLeases leases() {
		return this.leases;
	}

	String scope() {
		return this.scope;
	}

	Fence fence() {
		return this.fence;
	}

	private Object execute(ExpectedTransaction expected, Runnable body) {
		try {
			return this.leases.execute("test", () -> new LeaseCall(this.scope, OPTIONS, expected, false), () -> {
				body.run();
				return null;
			}, (busy) -> {
				throw busy;
			});
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex);
		}
	}

	void inTransaction(Runnable work) {
		this.ledger.template().executeWithoutResult((status) -> work.run());
	}

	private void inNewTransaction(Runnable work) {
		this.ledger.template(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
			.executeWithoutResult((status) -> work.run());
	}

	static void assertRefused(Runnable work) {
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(work::run);
	}

	void book() {
		this.ledger.book(this.scope);
	}

	int rows() {
		return this.ledger.rows(this.scope);
	}

	boolean rivalRuns() {
		AtomicReference<Boolean> ran = new AtomicReference<>();
		Threads.run(() -> ran.set(this.rival.run(this.scope, OPTIONS, () -> {
		})));
		return ran.get();
	}

	void steal() {
		steal(this.scope);
	}

	private void steal(String stolen) {
		this.ledger.outside.update("UPDATE istos.istos_lease SET owner = gen_random_uuid(),"
				+ " epoch = nextval('istos.istos_epoch') WHERE scope = ?", stolen);
	}

	private void lapse() {
		this.ledger.outside.update("UPDATE istos.istos_lease SET deadline = clock_timestamp() WHERE scope = ?",
				this.scope);
	}

	/**
	 * The lease lapses in a transaction that holds it: a rival finds it busy, at once.
	 */
	void expireAndAssertBusy() {
		lapse();
		assertThat(rivalRuns()).isFalse();
	}

	private void renew() {
		this.ledger.outside.update(
				"UPDATE istos.istos_lease SET deadline = clock_timestamp() + interval '60 s' WHERE scope = ?",
				this.scope);
	}

	private String deadline() {
		return this.ledger.outside.queryForObject(
				"SELECT to_char(deadline, 'YYYYMMDDHH24MISSUS') FROM istos.istos_lease" + " WHERE scope = ?",
				String.class, this.scope);
	}

	private String state() {
		return this.ledger.outside.queryForObject("SELECT state FROM istos.istos_lease WHERE scope = ?", String.class,
				this.scope);
	}

	record Progress(int step, String text) {
	}

}
