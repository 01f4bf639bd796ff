package io.istos.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;

import io.istos.IstosTransactionManager;

/**
 * Chooses the transaction manager whose transactions a ledger without a
 * {@code DataSource} takes part in: the one that is marked
 * {@link IstosTransactionManager}, else the only or the primary one. It is told of
 * managers as they are created; asking for them could be asking for one in creation.
 */
final class LedgerManager {

	private final ConfigurableListableBeanFactory beans;

	private final Map<String, Object> resources = new ConcurrentHashMap<>();

	private volatile @Nullable String chosen;

	LedgerManager(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	void created(String name, TransactionManager manager) {
		if (manager instanceof ResourceTransactionManager resourceManager) {
			this.resources.put(name, resourceManager.getResourceFactory());
		}
	}

	/**
	 * What the chosen manager binds its resources to.
	 * @return the resource factory, or {@code null} as long as there is none
	 */
	@Nullable Object resource() {
		return this.resources.isEmpty() ? null : this.resources.get(chosenName());
	}

	private String chosenName() {
		String name = this.chosen;
		if (name == null) {
			name = choose(List.of(this.beans.getBeanNamesForType(TransactionManager.class, true, false)));
			this.chosen = name;
		}
		return name;
	}

	private String choose(List<String> names) {
		List<String> candidates = names.stream().filter(this::isMarked).toList();
		if (candidates.isEmpty()) {
			candidates = (names.size() > 1) ? names.stream().filter(this::isPrimary).toList() : names;
		}
		if (candidates.size() != 1) {
			throw new SetupException(
					"Istos can't tell which transaction manager its ledger takes part in. Candidates: "
							+ String.join(", ", names) + ".",
					"Mark one bean with @IstosTransactionManager, on its class or @Bean method, or make it @Primary.");
		}
		return candidates.get(0);
	}

	private boolean isMarked(String name) {
		return this.beans.findAnnotationOnBean(name, IstosTransactionManager.class, false) != null;
	}

	private boolean isPrimary(String name) {
		return this.beans.containsBeanDefinition(name) && this.beans.getMergedBeanDefinition(name).isPrimary();
	}

}
