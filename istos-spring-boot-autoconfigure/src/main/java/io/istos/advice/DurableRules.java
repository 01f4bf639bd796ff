package io.istos.advice;

import java.util.List;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

import io.istos.AbandonedResolver;
import io.istos.Durability;
import io.istos.OnAbandoned;
import io.istos.engine.DurableOptions;
import io.istos.transaction.LedgerTransactions;

/**
 * What is particular to durable methods.
 */
final class DurableRules implements AdviceRules<DurableEntry> {

	private final ConfigurableListableBeanFactory beanFactory;

	private final DurableMethodReader reader;

	private final DefinedOperations operations;

	DurableRules(ConfigurableListableBeanFactory beanFactory, DurableMethodReader reader,
			DefinedOperations operations) {
		this.beanFactory = beanFactory;
		this.reader = reader;
		this.operations = operations;
	}

	@Override
	public DurableEntry read(MethodSource source) {
		DurableMethod method = this.reader.read(source);
		return new DurableEntry(method, this.operations.define(method));
	}

	@Override
	public ProxyWiring prove(AdviceChain chain) {
		return ProxyWiring.durable(chain);
	}

	@Override
	public boolean isTracked(DurableEntry entry) {
		return entry.operation().options().durability() != Durability.AT_MOST_ONCE;
	}

	@Override
	public void check(DurableEntry entry, TransactionPlan plan, LedgerTransactions transactions) {
		TransactionRules.checkOutcome(entry, plan, transactions);
		checkResolver(entry);
	}

	private void checkResolver(DurableEntry entry) {
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

	@Override
	public String title() {
		return "Durable operations";
	}

	@Override
	public List<String> describe(DurableEntry entry) {
		DurableMethod method = entry.method();
		DurableOptions options = entry.operation().options();
		boolean bounded = options.durability() == Durability.EXACTLY_ONCE;
		return List.of(method.name(), options.durability().name(), bounded ? options.boundary().name() : "",
				method.identity().describe(), entry.order(), entry.source().describe(),
				method.named() ? "" : "(unnamed: a rename forgets its past)");
	}

}
