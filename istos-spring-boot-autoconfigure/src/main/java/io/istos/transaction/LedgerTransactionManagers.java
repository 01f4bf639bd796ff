package io.istos.transaction;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Lets {@link LedgerTransactions} follow every transaction manager, whoever defined it.
 * Whether a manager is over the ledger is asked when it first begins a transaction: asked
 * earlier, the ledger would be created before its time.
 */
public final class LedgerTransactionManagers implements BeanPostProcessor, PriorityOrdered, BeanFactoryAware {

	private final Supplier<? extends @Nullable LedgerTransactions> transactions;

	/**
	 * Create the processor.
	 * @param transactions supplies the registry; {@code null} if there is none
	 */
	public LedgerTransactionManagers(Supplier<? extends @Nullable LedgerTransactions> transactions) {
		this.transactions = transactions;
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	/**
	 * Follow what parent contexts have: made before this processor, and perhaps where
	 * nobody knows of the ledger.
	 */
	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		if (beanFactory instanceof HierarchicalBeanFactory hierarchical
				&& hierarchical.getParentBeanFactory() instanceof ListableBeanFactory parent) {
			BeanFactoryUtils.beansOfTypeIncludingAncestors(parent, ConfigurableTransactionManager.class, false, false)
				.values()
				.forEach((manager) -> follow(manager, this.transactions));
		}
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof ConfigurableTransactionManager manager) {
			follow(manager, this.transactions);
		}
		return bean;
	}

	/**
	 * Follow a manager, unless it is followed already.
	 * @param manager the manager
	 * @param transactions supplies the registry; {@code null} if there is none
	 */
	public static void follow(ConfigurableTransactionManager manager,
			Supplier<? extends @Nullable LedgerTransactions> transactions) {
		if (manager instanceof PlatformTransactionManager
				&& manager.getTransactionExecutionListeners().stream().noneMatch(LedgerTransactionManagers::follows)) {
			manager.addListener(new ManagerListener(manager, transactions));
		}
	}

	private static boolean follows(TransactionExecutionListener listener) {
		return listener instanceof ManagerListener || listener instanceof LedgerTransactionListener;
	}

}
