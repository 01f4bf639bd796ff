package io.istos.autoconfigure;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.util.function.SingletonSupplier;

import io.istos.IstosTransactionManager;
import io.istos.transaction.LedgerTransactions;

/**
 * Chooses the transaction manager whose transactions a ledger without a
 * {@code DataSource} takes part in: the one that is marked
 * {@link IstosTransactionManager}, else the only or the primary one.
 */
final class LedgerManager {

	private final ConfigurableListableBeanFactory beans;

	private final SingletonSupplier<Optional<String>> chosen = SingletonSupplier.of(this::choose);

	LedgerManager(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	/**
	 * What the chosen manager binds its resources to.
	 * @return the resource factory, or {@code null} as long as there is none: a manager
	 * that does not exist yet has no transactions
	 */
	@Nullable Object resource() {
		return this.chosen.obtain().filter(this.beans::containsSingleton).map(this::resource).orElse(null);
	}

	private @Nullable Object resource(String name) {
		return (this.beans.getBean(name) instanceof ResourceTransactionManager manager) ? manager.getResourceFactory()
				: null;
	}

	/**
	 * Choose, so that what is ambiguous fails the start-up.
	 */
	void check() {
		this.chosen.obtain();
	}

	/**
	 * Fail if a marked manager is not over the ledger.
	 * @param transactions knows the ledger
	 */
	void checkMarked(LedgerTransactions transactions) {
		for (String name : names()) {
			if (isMarked(name) && !transactions.isOverLedger(this.beans.getBean(name, TransactionManager.class))) {
				throw new SetupException(
						"Transaction manager '" + name
								+ "' is marked @IstosTransactionManager, but is not over the ledger's DataSource.",
						"Mark the DataSource that it is over with @IstosDataSource. A manager over a wrapper of the "
								+ "ledger's DataSource is over another one.");
			}
		}
	}

	private List<String> names() {
		return List.of(this.beans.getBeanNamesForType(TransactionManager.class, true, false));
	}

	private Optional<String> choose() {
		List<String> names = names();
		List<String> candidates = names.stream().filter(this::isMarked).toList();
		if (candidates.isEmpty()) {
			candidates = (names.size() > 1) ? names.stream().filter(this::isPrimary).toList() : names;
		}
		if (candidates.size() > 1 || (candidates.isEmpty() && !names.isEmpty())) {
			throw new SetupException(
					"Istos can't tell which transaction manager its ledger takes part in. Candidates: "
							+ String.join(", ", names) + ".",
					"Mark one bean with @IstosTransactionManager, on its class or @Bean method, or make it @Primary.");
		}
		return candidates.stream().findFirst();
	}

	private boolean isMarked(String name) {
		return this.beans.findAnnotationOnBean(name, IstosTransactionManager.class, false) != null;
	}

	private boolean isPrimary(String name) {
		return this.beans.containsBeanDefinition(name) && this.beans.getMergedBeanDefinition(name).isPrimary();
	}

}
