package io.istos.advice;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.util.function.SingletonSupplier;

import io.istos.transaction.ExpectedTransaction;
import io.istos.transaction.LedgerTransactionManagers;
import io.istos.transaction.LedgerTransactions;

/**
 * Judges, before a call begins, whether the proxy it came through and the transaction it
 * is going to run in are in order. Thread-safe.
 *
 * @param <E> what is known of a method
 */
final class MethodJudge<E extends MethodEntry> {

	private final AdviceRules<E> rules;

	private final SingletonSupplier<LedgerTransactions> transactions;

	MethodJudge(BeanFactory beanFactory, AdviceRules<E> rules) {
		this.rules = rules;
		this.transactions = SingletonSupplier.of(() -> beanFactory.getBean(LedgerTransactions.class));
	}

	/**
	 * Judge.
	 * @return the advice of the proxy
	 * @throws InvalidMethodException if something is not in order
	 */
	ProxyWiring judge(@Nullable Object proxy, @Nullable Object target, E entry) {
		ProxyWiring wiring = this.rules.prove(AdviceChain.of(proxy, target, entry.source()));
		TransactionPlan known = entry.plan();
		if (known == null || known.interceptor() != wiring.transaction()) {
			entry.accept(judge(wiring, entry));
		}
		return wiring;
	}

	/**
	 * Predict the transaction of a call that was judged.
	 */
	ExpectedTransaction expected(E entry) {
		TransactionPlan plan = entry.plan();
		if (plan == null || plan.attribute() == null || !this.rules.isTracked(entry)) {
			return ExpectedTransaction.CURRENT;
		}
		return this.transactions.obtain().expect(plan.attribute(), plan.manager());
	}

	private TransactionPlan judge(ProxyWiring wiring, E entry) {
		TransactionPlan plan = TransactionPlan.of(wiring.transaction(), entry.source());
		if (this.rules.isTracked(entry)) {
			this.rules.check(entry, plan, this.transactions.obtain());
			follow(plan);
		}
		return plan;
	}

	// It may be a bean of a parent context that knows nothing of the ledger.
	private void follow(TransactionPlan plan) {
		if (plan.manager() instanceof ConfigurableTransactionManager manager) {
			LedgerTransactionManagers.follow(manager, this.transactions::obtain);
		}
	}

}
