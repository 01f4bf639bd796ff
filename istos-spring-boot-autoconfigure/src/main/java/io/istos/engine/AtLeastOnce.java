package io.istos.engine;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.istos.storage.EventLog;
import io.istos.storage.LedgerTransaction;
import io.istos.transaction.LedgerTransactions;

/**
 * Calls that always run and are logged when they return.
 */
final class AtLeastOnce extends PlainCalls {

	private final EventLog log;

	private final CallKeys keys;

	private final LedgerTransactions transactions;

	AtLeastOnce(EventLog log, CallKeys keys, LedgerTransactions transactions) {
		this.log = log;
		this.keys = keys;
		this.transactions = transactions;
	}

	@Override
	@Nullable Object run(OperationSpec spec, CallRequest request, DurableInvocation.Around around) throws Throwable {
		String namespace = this.keys.namespace(spec.name());
		String key = (request.key() != null) ? this.keys.resolve(spec.name(), request.key()).key() : null;
		return around.run((body) -> {
			Object result = body.run();
			if (spec.asynchronous() && result instanceof CompletionStage<?> stage) {
				return stage.thenApply((value) -> {
					append(spec, namespace, key, value, null);
					return value;
				});
			}
			append(spec, namespace, key, result, this.transactions.current());
			return result;
		});
	}

	private void append(OperationSpec spec, String namespace, @Nullable String key, @Nullable Object result,
			@Nullable LedgerTransaction transaction) {
		String value = spec.result(result).json();
		if (transaction != null) {
			this.log.log(namespace, spec.name(), value, key, transaction);
		}
		else {
			this.log.log(namespace, spec.name(), value, key);
		}
	}

}
