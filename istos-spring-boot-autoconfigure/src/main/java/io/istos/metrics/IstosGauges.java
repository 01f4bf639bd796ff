package io.istos.metrics;

import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import io.istos.engine.DurableOperations;
import io.istos.storage.LedgerSummary.OpenClaims;

/**
 * What there is: in this process, and in the ledger.
 */
final class IstosGauges implements MeterBinder {

	private final DurableOperations operations;

	private final LedgerSample ledger;

	IstosGauges(DurableOperations operations, LedgerSample ledger) {
		this.operations = operations;
		this.ledger = ledger;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		local(registry, IstosMeter.RUNNING_CLAIMS, (engine) -> engine.status().heldClaims());
		local(registry, IstosMeter.HELD_LEASES, (engine) -> engine.status().heldLeases());
		local(registry, IstosMeter.RENEWAL_DELAY, (engine) -> engine.status().renewalDelay().toNanos() / 1e9);
		common(registry, IstosMeter.ABANDONED_CLAIMS, (sample) -> sample.sum(OpenClaims::abandoned));
		common(registry, IstosMeter.UNDECIDED_CLAIMS, (sample) -> sample.sum(OpenClaims::held));
	}

	private void local(MeterRegistry registry, IstosMeter meter, ToDoubleFunction<DurableOperations> value) {
		register(registry, meter, this.operations, value);
	}

	private void common(MeterRegistry registry, IstosMeter meter, ToDoubleFunction<LedgerSample> value) {
		register(registry, meter, this.ledger, value);
	}

	private static <T> void register(MeterRegistry registry, IstosMeter meter, T source, ToDoubleFunction<T> value) {
		Gauge.builder(meter.getName(), source, value)
			.description(meter.meaning())
			.baseUnit(meter.getBaseUnit())
			.register(registry);
	}

}
