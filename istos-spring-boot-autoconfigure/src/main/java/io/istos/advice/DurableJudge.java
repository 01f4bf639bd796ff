package io.istos.advice;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.util.function.SingletonSupplier;

import io.istos.AbandonedResolver;
import io.istos.Durability;
import io.istos.OnAbandoned;
import io.istos.engine.DurableOptions;
import io.istos.transaction.ExpectedTransaction;
import io.istos.transaction.LedgerTransactionManagers;
import io.istos.transaction.LedgerTransactions;

/**
 * Judges, before a call is claimed, whether the proxy it came through and the transaction
 * it is going to run in are in order. Thread-safe.
 */
final class DurableJudge {

	private final ConfigurableListableBeanFactory beanFactory;

	private final SingletonSupplier<LedgerTransactions> transactions;

	DurableJudge(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.transactions = SingletonSupplier.of(() -> beanFactory.getBean(LedgerTransactions.class));
	}

	/**
	 * Judge.
	 * @return the advice of the proxy
	 * @throws InvalidDurableMethodException if something is not in order
	 */
	ProxyWiring judge(@Nullable Object proxy, @Nullable Object target, CatalogEntry entry) {
		ProxyWiring wiring = ProxyWiring.of(proxy, target, entry.source());
		TransactionPlan known = entry.plan();
		if (known == null || known.interceptor() != wiring.transaction()) {
			entry.accept(judge(wiring, entry));
		}
		return wiring;
	}

	/**
	 * Predict the transaction of a call that was judged.
	 */
	ExpectedTransaction expected(CatalogEntry entry) {
		TransactionPlan plan = entry.plan();
		if (plan == null || plan.attribute() == null || !isTracked(entry)) {
			return ExpectedTransaction.CURRENT;
		}
		return this.transactions.obtain().expect(plan.attribute(), plan.manager());
	}

	private TransactionPlan judge(ProxyWiring wiring, CatalogEntry entry) {
		TransactionPlan plan = TransactionPlan.of(wiring.transaction(), entry.source());
		if (isTracked(entry)) {
			TransactionRules.check(entry, plan, this.transactions.obtain());
			follow(plan);
		}
		checkResolver(entry);
		return plan;
	}

	private static boolean isTracked(CatalogEntry entry) {
		return entry.operation().options().durability() != Durability.AT_MOST_ONCE;
	}

	// It may be a bean of a parent context that knows nothing of the ledger.
	private void follow(TransactionPlan plan) {
		if (plan.manager() instanceof ConfigurableTransactionManager manager) {
			LedgerTransactionManagers.follow(manager, this.transactions::obtain);
		}
	}

	private void checkResolver(CatalogEntry entry) {
		DurableOptions options = entry.operation().options();
		if (options.onAbandoned() != OnAbandoned.RECONCILE) {
			return;
		}
		String name = entry.operation().name();
		boolean resolved = this.beanFactory.getBeanProvider(AbandonedResolver.class)
			.stream()
			.anyMatch((resolver) -> name.equals(resolver.operation()));
		entry.source()
			.refuseIf(!resolved, "has onAbandoned RECONCILE, but no one to ask",
					"Define an AbandonedResolver bean whose operation() is '" + name + "'");
	}

}
