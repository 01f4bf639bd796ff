package io.istos.health;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

import io.istos.engine.EngineStatus;
import io.istos.storage.LedgerStatus;

/**
 * Down when this process can't keep what it promises: the store doesn't answer or lacks a
 * part, or claims and leases are not renewed.
 */
final class IstosHealthIndicator implements HealthIndicator, AutoCloseable {

	private final StoreProbe probe;

	private final Supplier<EngineStatus> engine;

	IstosHealthIndicator(StoreProbe probe, Supplier<EngineStatus> engine) {
		this.probe = probe;
		this.engine = engine;
	}

	@Override
	public Health health() {
		StoreAnswer store = this.probe.ask();
		EngineStatus status = this.engine.get();
		List<String> reasons = reasons(store, status);
		Health.Builder health = reasons.isEmpty() ? Health.up()
				: Health.down().withDetail("reason", String.join("; ", reasons));
		health.withDetail("store", this.probe.storeName());
		addStore(health, store);
		addEngine(health, status);
		return health.build();
	}

	private static List<String> reasons(StoreAnswer store, EngineStatus engine) {
		List<String> reasons = new ArrayList<>();
		if (store.problem() != null) {
			reasons.add(store.problem());
		}
		if (!engine.deadThreads().isEmpty()) {
			reasons.add("Died: " + String.join(", ", engine.deadThreads())
					+ ". Claims and leases that are held are not renewed or watched until the next one is taken");
		}
		if (engine.overdue() > 0) {
			reasons.add(engine.overdue() + " claims or leases could not be renewed for as long as they last; others may"
					+ " have taken them over");
		}
		return reasons;
	}

	private static void addStore(Health.Builder health, StoreAnswer answer) {
		LedgerStatus status = answer.status();
		if (status == null) {
			return;
		}
		health.withDetail("schemaVersion", status.schemaVersion());
		if (answer.clockDifference() != null) {
			health.withDetail("clockDifference", Texts.of(answer.clockDifference()));
		}
		Instant oldest = status.oldestAbandoned();
		if (oldest != null) {
			health.withDetail("oldestAbandoned", Texts.of(Duration.between(oldest, status.now())));
		}
	}

	private static void addEngine(Health.Builder health, EngineStatus engine) {
		health.withDetail("runningCalls", engine.runningCalls());
		health.withDetail("heldClaims", engine.heldClaims());
		health.withDetail("heldLeases", engine.heldLeases());
		health.withDetail("renewalDelay", Texts.of(engine.renewalDelay()));
	}

	@Override
	public void close() {
		this.probe.close();
	}

}
