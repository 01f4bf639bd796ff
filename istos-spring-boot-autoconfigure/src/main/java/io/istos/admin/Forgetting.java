package io.istos.admin;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimView;
import io.istos.storage.OperatorStore;
import io.istos.storage.OperatorStore.LogWalk;
import io.istos.storage.OperatorStore.OperationName;
import io.istos.storage.StoragePlugin;

/**
 * Forgets all keys that begin with a prefix, whatever their operation: their claims, and
 * then what the event log has of them, decisions included.
 */
final class Forgetting {

	private static final int KEYS_AT_ONCE = 500;

	private static final int ENTRIES_AT_ONCE = 2000;

	private final StoragePlugin store;

	private final Audit audit;

	Forgetting(StoragePlugin store, Audit audit) {
		this.store = store;
		this.audit = audit;
	}

	Forgotten forget(String namespace, String prefix, Author author) {
		List<OperationName> stored = this.store.operations(namespace);
		long keys = 0;
		for (OperationName operation : stored) {
			keys += forgetKeys(operation, prefix, author);
		}
		long entries = 0;
		for (OperationName log : stored) {
			entries += forgetEntries(log, prefix);
		}
		Forgotten forgotten = new Forgotten(keys, entries, countRunning(namespace, prefix));
		this.store.log(namespace, OperatorStore.AUDIT_LOG, total(forgotten, author), null);
		return forgotten;
	}

	private long forgetKeys(OperationName operation, String prefix, Author author) {
		String entry = this.audit.entry(Verb.FORGET_PREFIX, operation.operation(), author, Map.of());
		long keys = 0;
		int batch;
		do {
			batch = this.store.forgetClaims(operation, prefix, KEYS_AT_ONCE, entry);
			keys += batch;
		}
		while (batch >= KEYS_AT_ONCE);
		if (keys > 0) {
			this.audit.log(keys + " keys of operation '" + operation.operation() + "' forgotten", author.who());
		}
		return keys;
	}

	private long forgetEntries(OperationName log, String prefix) {
		long entries = 0;
		Long next = null;
		do {
			LogWalk step = this.store.forgetLog(log, prefix, next, ENTRIES_AT_ONCE);
			entries += step.deleted();
			next = step.beforeId();
		}
		while (next != null);
		return entries;
	}

	private long countRunning(String namespace, String prefix) {
		long running = 0;
		ClaimView last = null;
		do {
			List<ClaimView> page = this.store.findClaims(running(namespace, last));
			running += page.stream().filter((view) -> view.key().key().startsWith(prefix)).count();
			last = (page.size() == ClaimQuery.MOST) ? page.get(ClaimQuery.MOST - 1) : null;
		}
		while (last != null);
		return running;
	}

	private static ClaimQuery running(String namespace, @Nullable ClaimView after) {
		return new ClaimQuery(namespace, null, EnumSet.of(ClaimStatus.RUNNING), Duration.ZERO, null, after,
				ClaimQuery.MOST);
	}

	private String total(Forgotten forgotten, Author author) {
		return this.audit.entry(Verb.FORGET_PREFIX, null, author,
				Map.of("keys", forgotten.keys(), "logEntries", forgotten.logEntries(), "running", forgotten.running()));
	}

}
