package io.istos.admin;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.OperatorStore;
import io.istos.storage.OperatorStore.OperationName;

/**
 * Enters keys whose calls finished elsewhere, in batches; all keys are judged before the
 * first.
 *
 * @param store the store
 * @param audit writes down who did it
 */
record Importing(OperatorStore store, Audit audit) {

	long importFinished(OperationName operation, List<String> keys, Duration retention, Author author) {
		List<String> distinct = List.copyOf(new LinkedHashSet<>(keys));
		distinct.forEach((key) -> new ClaimKey(operation.namespace(), operation.operation(), key));
		long entered = 0;
		for (int from = 0; from < distinct.size(); from += ClaimQuery.MOST) {
			List<String> batch = distinct.subList(from, Math.min(distinct.size(), from + ClaimQuery.MOST));
			entered += this.store.importFinished(operation, batch, retention,
					this.audit.entry(Verb.IMPORT, operation.operation(), author, Map.of("count", (long) batch.size())));
		}
		this.audit.log(entered + " finished calls of operation '" + operation.operation() + "' imported", author.who());
		return entered;
	}

}
