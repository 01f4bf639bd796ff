package io.istos.engine;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.istos.IstosException;
import io.istos.OnFailure;
import io.istos.storage.EntryKey;

/**
 * The server quotes rows, parameters and JSON in details and contexts: no exception of
 * Istos's, with its causes, and no log line passes that on.
 */
class ServerSecrecyTests {

	private static final String KEY = "jane.doe@example.org";

	private final Told told = new Told();

	private final Ledger ledger = new Ledger.Options().settings(impatient()).create();

	private final DurableOperation<String> operation = this.ledger.define("operation", DurableOptions.defaults());

	@AfterEach
	void nothingWasTold() {
		this.ledger.close();
		this.told.close();
		this.told.assertNever(KEY);
	}

	/** What the server refuses is tried again for a while. */
	private static EngineSettings impatient() {
		EngineSettings defaults = EngineSettings.defaults("test");
		return new EngineSettings(defaults.namespace(), defaults.instance(), defaults.boundary(), defaults.lease(),
				defaults.retention(), Duration.ofMillis(300), defaults.shutdownTimeout(), defaults.purge());
	}

	@Test
	void claimThatTheServerRefuses() {
		refuseAll("istos_idempotency", "false");
		this.told.failure(IstosException.class, () -> this.operation.call(KEY, null, () -> "never"));
	}

	@Test
	void completionThatTheServerRefuses() {
		refuseAll("istos_idempotency", "state <> 'D'");
		this.told.failure(IstosException.class, () -> this.operation.call(KEY, null, () -> KEY));
		DurableOperation<String> own = this.ledger.inOwnTransaction("own");
		this.told.failure(IstosException.class, () -> own.call(KEY, null, () -> KEY));
	}

	@Test
	void releaseThatTheServerRefuses() {
		refuseAll("istos_idempotency", "state <> 'H'");
		DurableOperation<String> holding = this.ledger.define("holding",
				DurableOptions.defaults().withFailures(FailureRules.of(OnFailure.HOLD)));
		this.told.failure(RuntimeException.class, () -> holding.call(KEY, null, () -> {
			throw new IllegalStateException("body");
		}));
	}

	@Test
	void entryThatTheServerRefuses() {
		refuseAll("istos_document", "false");
		refuseAll("istos_kv_store", "false");
		EntryKey entry = new EntryKey("", KEY);
		this.told.failure(IstosException.class, () -> this.ledger.store.createDocument(entry, "1"));
		this.told.failure(IstosException.class, () -> this.ledger.store.createDocument(entry, "\0"));
		this.told.failure(IstosException.class, () -> this.ledger.store.updateDocument(entry, (before) -> "1"));
		this.told.failure(IstosException.class, () -> {
			this.ledger.store.put(entry, "1");
			return true;
		});
	}

	private void refuseAll(String table, String but) {
		this.ledger.outside.execute("ALTER TABLE istos." + table + " ADD CHECK (" + but + ") NOT VALID");
	}

}
