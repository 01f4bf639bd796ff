package io.istos.advice;

import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Fencing;
import io.istos.ScopeLease;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Transactions whose commits can't be fenced.
 */
final class LeaseRulesTests {

	@Test
	void transactionalWithoutTransactionAdviceIsRefused() {
		Apps.bare(Plain.class).run(refused("no transaction advice is around it"));
	}

	@Test
	void managerOverAnotherDataSourceIsRefused() {
		Apps.bare(TransactionRulesTests.OtherDatabase.class, Plain.class)
			.run(refused("not on the ledger's DataSource"));
	}

	@Test
	void managerOverAWrapperOfTheDataSourceIsRefused() {
		Apps.bare(TransactionRulesTests.WrappedDatabase.class, Plain.class).run(refused("not a wrapper of it"));
	}

	@Test
	void managerThatCannotBeListenedToIsRefused() {
		Apps.bare(TransactionRulesTests.Deaf.class, Plain.class).run(refused("can't be listened to"));
	}

	@Test
	void primaryManagerOfTwoIsJudged() {
		Apps.bare(TransactionRulesTests.TwoManagers.class, Plain.class).run(refused("not on the ledger's DataSource"));
		Apps.bare(TransactionRulesTests.TwoManagers.class, Qualified.class).run(runs(Qualified.class));
	}

	@Test
	void ambiguousManagersAreRefused() {
		Apps.bare(TransactionRulesTests.Ambiguous.class, Plain.class).run(Apps.refused("can't be told"));
	}

	@Test
	void withoutAFenceEveryManagerIsFine() {
		Apps.bare(Unfenced.class).run(runs(Unfenced.class));
		Apps.bare(TransactionRulesTests.OtherDatabase.class, Unfenced.class).run(runs(Unfenced.class));
		Apps.bare(TransactionRulesTests.Deaf.class, Unfenced.class).run(runs(Unfenced.class));
	}

	@Test
	void methodThatSuspendsTransactionsHasNoneToFence() {
		Apps.bare(TransactionRulesTests.OtherDatabase.class, Suspending.class).run(runs(Suspending.class));
	}

	@Test
	void managerOfAnyNameIsFine() {
		Apps.bare(TransactionRulesTests.NamedOtherwise.class, Plain.class).run(runs(Plain.class));
	}

	private static ContextConsumer<AssertableApplicationContext> refused(String reason) {
		return Apps.refused(reason).andThen(Apps.refused("set fence = Fencing.NONE"))::accept;
	}

	private static ContextConsumer<AssertableApplicationContext> runs(Class<? extends Runnable> type) {
		return (context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(type).run();
		};
	}

	static class Plain implements Runnable {

		@Override
		@ScopeLease("plain")
		@Transactional
		public void run() {
		}

	}

	static class Qualified implements Runnable {

		@Override
		@ScopeLease("qualified")
		@Transactional("ledgerManager")
		public void run() {
		}

	}

	static class Unfenced implements Runnable {

		@Override
		@ScopeLease(scope = "unfenced", fence = Fencing.NONE)
		@Transactional
		public void run() {
		}

	}

	static class Suspending implements Runnable {

		@Override
		@ScopeLease("suspending")
		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		public void run() {
		}

	}

}
