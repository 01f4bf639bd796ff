package io.istos.actuate;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;

import org.springframework.context.ApplicationContext;

import io.istos.engine.DurableOperation;
import io.istos.engine.DurableOperations;
import io.istos.engine.DurableOptions;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.LeaseRequest;
import io.istos.storage.OperatorStore;
import io.istos.storage.Release;
import io.istos.storage.ScopeKey;
import io.istos.storage.StoragePlugin;
import io.istos.storage.TakeOver;

/**
 * What happened in an application before somebody asks.
 *
 * @param context the application
 */
record LedgerOf(ApplicationContext context) {

	private static final Duration LONG = Duration.ofDays(1);

	StoragePlugin store() {
		return this.context.getBean(StoragePlugin.class);
	}

	DurableOperation<Booking> booking() {
		return this.context.getBean(DurableOperations.class).define("book", Booking.class, DurableOptions.defaults());
	}

	long claim(String operation, String key) {
		return claimed(operation, key).token().epoch();
	}

	long hold(String operation, String key) {
		Claimed claimed = claimed(operation, key);
		store().releaseClaim(new Release(claimed.token(), Release.Target.HELD, "No answer for " + key, LONG));
		return claimed.token().epoch();
	}

	private Claimed claimed(String operation, String key) {
		ClaimRequest request = new ClaimRequest(new ClaimKey("shop", operation, key), UUID.randomUUID(), null, LONG,
				TakeOver.LAPSED, "node-2", "trace-7");
		Claim claim = store().claimProcessed(request);
		return new Claimed(request.token(claim.epoch()));
	}

	void lease(String scope) {
		store().acquire(new LeaseRequest(new ScopeKey("shop", scope), UUID.randomUUID(), LONG, "node-2"));
	}

	String lastAudit() {
		return Objects.requireNonNull(store().getLog("shop", OperatorStore.AUDIT_LOG, 1).get(0).value());
	}

	private record Claimed(io.istos.storage.ClaimToken token) {
	}

	/**
	 * A result.
	 */
	record Booking(String id, int seats) {
	}

}
