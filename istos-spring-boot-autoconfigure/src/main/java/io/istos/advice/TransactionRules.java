package io.istos.advice;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

import io.istos.Boundary;
import io.istos.Durability;
import io.istos.engine.DurableOptions;
import io.istos.transaction.LedgerTransactions;

/**
 * Refuses transactions that can't carry the outcome of a durable method, or whose commits
 * can't be fenced for a leased one.
 */
final class TransactionRules {

	private static final TransactionAttributeSource ANNOTATED = new AnnotationTransactionAttributeSource(false);

	private TransactionRules() {
	}

	static void checkOutcome(DurableEntry entry, TransactionPlan plan, LedgerTransactions transactions) {
		DurableOptions options = entry.operation().options();
		if (options.durability() != Durability.EXACTLY_ONCE || options.boundary() == Boundary.OWN) {
			return;
		}
		TransactionDefinition attribute = plan.attribute();
		if (attribute == null) {
			checkUnadvised(entry.source());
			return;
		}
		if (suspends(attribute)) {
			checkSuspension(entry.source(), options.boundary());
			return;
		}
		checkAttribute(entry.source(), attribute, options.boundary());
		checkManager(entry.source(), plan.manager(), transactions);
	}

	static void checkFence(MethodSource source, TransactionPlan plan, LedgerTransactions transactions) {
		TransactionDefinition attribute = plan.attribute();
		if (attribute == null) {
			checkUnadvised(source);
		}
		else if (!suspends(attribute)) {
			checkManager(source, plan.manager(), transactions);
		}
	}

	private static void checkUnadvised(MethodSource source) {
		source.refuseIf(ANNOTATED.getTransactionAttribute(source.method(), source.targetClass()) != null,
				"is @Transactional, but no transaction advice is around it",
				"Enable transaction management in proxy mode, with a transaction manager, or "
						+ source.kind().withoutTransaction());
	}

	private static boolean suspends(TransactionDefinition attribute) {
		return attribute.getPropagationBehavior() == TransactionDefinition.PROPAGATION_NOT_SUPPORTED
				|| attribute.getPropagationBehavior() == TransactionDefinition.PROPAGATION_NEVER;
	}

	private static void checkSuspension(MethodSource source, Boundary boundary) {
		source.refuseIf(boundary != Boundary.AUTO,
				"has boundary " + boundary + ", but its @Transactional keeps every transaction away",
				"Choose another propagation, or boundary OWN");
	}

	private static void checkAttribute(MethodSource source, TransactionDefinition attribute, Boundary boundary) {
		source.refuseIf(attribute.isReadOnly(), "is @Transactional(readOnly = true), so its outcome can't be written",
				"Remove readOnly, or choose boundary OWN");
		source.refuseIf(CompletionStage.class.isAssignableFrom(source.method().getReturnType()),
				"is transactional, but its result completes outside the transaction",
				"Remove @Transactional, or choose boundary OWN");
		source.refuseIf(
				boundary == Boundary.JOINED
						&& attribute.getIsolationLevel() >= TransactionDefinition.ISOLATION_REPEATABLE_READ,
				"has boundary JOINED in a transaction whose snapshot can't see its claim",
				"Use isolation READ_COMMITTED, or boundary AUTO or REQUIRED");
	}

	private static void checkManager(MethodSource source, @Nullable TransactionManager manager,
			LedgerTransactions transactions) {
		source.refuseIf(manager == null || !transactions.isOverLedger(manager),
				"is transactional, but not on the ledger's DataSource: its transaction manager is " + manager,
				"Use the manager over the very DataSource that holds the ledger (not a wrapper of it), mark the"
						+ " right DataSource with @IstosDataSource, or " + source.kind().withoutTransaction());
		source.refuseIf(!(manager instanceof ConfigurableTransactionManager),
				"is transactional, but its transaction manager can't be listened to: " + manager,
				"Let it extend AbstractPlatformTransactionManager, or " + source.kind().withoutTransaction());
	}

}
