package io.istos.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionManager;

import io.istos.transaction.LedgerTransactions;

/**
 * Registers the ledger's listener with every transaction manager over the ledger: a
 * listener bean would reach Boot's own managers alone.
 */
final class LedgerManagerPostProcessor implements BeanPostProcessor, PriorityOrdered {

	private final ObjectProvider<LedgerTransactions> transactions;

	private final ObjectProvider<LedgerManager> manager;

	LedgerManagerPostProcessor(ObjectProvider<LedgerTransactions> transactions, ObjectProvider<LedgerManager> manager) {
		this.transactions = transactions;
		this.manager = manager;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof TransactionManager created) {
			this.manager.getObject().created(beanName, created);
			LedgerTransactions ledger = this.transactions.getObject();
			if (created instanceof ConfigurableTransactionManager configurable && ledger.isOverLedger(created)) {
				configurable.addListener(ledger.listener());
			}
		}
		return bean;
	}

	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

}
