package io.istos.engine;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.springframework.core.ResolvableType;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ClassUtils;

import io.istos.Boundary;
import io.istos.Durability;
import io.istos.InvalidOptionException;
import io.istos.OnAbandoned;
import io.istos.OnFailure;
import io.istos.storage.ClaimRequest;
import io.istos.transaction.LedgerTransactionManagers;
import io.istos.transaction.LedgerTransactions;

/**
 * Refuses options that contradict each other, before the first call.
 */
final class OptionRules {

	private static final Set<Class<?>> PENDING = Set.of(Future.class, CompletionStage.class, Flow.Publisher.class);

	private static final String PUBLISHER = "org.reactivestreams.Publisher";

	private static final String BOUNDS = "Choose a duration between 1ms and " + ClaimRequest.MAX_DURATION.toDays()
			+ " days";

	private OptionRules() {
	}

	static void check(OperationSpec spec, LedgerTransactions transactions) {
		DurableOptions options = spec.options();
		if (options.durability() == Durability.AT_MOST_ONCE) {
			return;
		}
		checkResult(spec);
		if (options.durability() == Durability.EXACTLY_ONCE) {
			checkDurations(spec);
			checkBoundary(spec);
			checkTransaction(spec, transactions);
		}
	}

	// Without a stored result the end of the work must be known all the same.
	private static void checkResult(OperationSpec spec) {
		if (spec.options().storeResult()) {
			spec.codec().check(spec.type());
			return;
		}
		Class<?> type = ResolvableType.forType(spec.type()).toClass();
		refuseIf(PENDING.stream().anyMatch((pending) -> pending.isAssignableFrom(type)) || isReactive(type), spec,
				"a " + type.getName() + " doesn't tell here when the work is done",
				"Return a CompletableFuture or a CompletionStage");
	}

	private static boolean isReactive(Class<?> type) {
		ClassLoader loader = type.getClassLoader();
		return ClassUtils.isPresent(PUBLISHER, loader)
				&& ClassUtils.resolveClassName(PUBLISHER, loader).isAssignableFrom(type);
	}

	private static void checkDurations(OperationSpec spec) {
		refuseIf(!isSensible(spec.lease()), spec, "its lease is " + spec.lease(), BOUNDS);
		refuseIf(!isSensible(spec.retention()), spec, "its retention is " + spec.retention(), BOUNDS);
		refuseIf(spec.options().waits() && !isSensible(spec.options().waitAtMost()), spec,
				"its waitAtMost is " + spec.options().waitAtMost(), BOUNDS);
	}

	private static boolean isSensible(Duration duration) {
		return duration.toMillis() >= 1 && duration.toDays() <= ClaimRequest.MAX_DURATION.toDays();
	}

	private static void checkBoundary(OperationSpec spec) {
		DurableOptions options = spec.options();
		Boundary boundary = options.boundary();
		boolean needsTransaction = boundary == Boundary.REQUIRED || boundary == Boundary.JOINED;
		refuseIf(spec.asynchronous() && needsTransaction, spec,
				"an asynchronous result completes outside transactions, which boundary " + boundary + " needs",
				"Choose AUTO or OWN");
		if (boundary == Boundary.JOINED) {
			refuseIf(options.onAbandoned() != OnAbandoned.RERUN, spec,
					"boundary JOINED leaves nothing behind that could be held or reconciled",
					"Choose AUTO or REQUIRED");
			refuseIf(options.failures().mention(OnFailure.HOLD) || options.failures().mention(OnFailure.RECORD), spec,
					"boundary JOINED can't hold or record a failure, since its rollback undoes the claim",
					"Choose AUTO or REQUIRED");
			refuseIf(options.waits(), spec, "boundary JOINED can't wait, since it would keep its transaction open",
					"Choose AUTO or REQUIRED");
		}
	}

	private static void checkTransaction(OperationSpec spec, LedgerTransactions transactions) {
		TransactionTemplate template = spec.options().transaction();
		if (template == null || spec.options().boundary() == Boundary.OWN) {
			return;
		}
		PlatformTransactionManager manager = template.getTransactionManager();
		refuseIf(manager == null || !transactions.isOverLedger(manager), spec,
				"its transaction manager is not over the ledger's DataSource itself",
				"Choose that one, or boundary OWN");
		refuseIf(template.isReadOnly(), spec, "its outcome can't be written in a read-only transaction",
				"Choose boundary OWN");
		refuseIf(spec.options().boundary() == Boundary.JOINED && isSnapshot(template), spec,
				"boundary JOINED needs a READ COMMITTED transaction",
				"Choose that isolation level, or boundary AUTO or REQUIRED");
		if (manager instanceof ConfigurableTransactionManager configurable) {
			LedgerTransactionManagers.follow(configurable, () -> transactions);
		}
	}

	private static boolean isSnapshot(TransactionDefinition transaction) {
		return transaction.getIsolationLevel() >= TransactionDefinition.ISOLATION_REPEATABLE_READ;
	}

	private static void refuseIf(boolean condition, OperationSpec spec, String problem, String remedy) {
		if (condition) {
			throw new InvalidOptionException("Operation '" + spec.name() + "' is refused: " + problem, remedy);
		}
	}

}
