package io.istos.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;

import io.istos.LeaseLoss;
import io.istos.engine.EngineListener;

/**
 * Counts what happens to claims and leases.
 */
final class CountingListener implements EngineListener {

	private final MeterRegistry registry;

	CountingListener(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void claimTakenOver(String operation) {
		count(IstosMeter.CLAIM_TAKE_OVERS, Tags.of(tag(IstosKey.OPERATION, operation)), 1);
	}

	@Override
	public void completionRefused(String operation) {
		count(IstosMeter.REFUSED_COMPLETIONS, Tags.of(tag(IstosKey.OPERATION, operation)), 1);
	}

	@Override
	public void leaseTakenOver() {
		count(IstosMeter.LEASE_TAKE_OVERS, Tags.empty(), 1);
	}

	@Override
	public void leaseLost(LeaseLoss reason) {
		count(IstosMeter.LOST_LEASES, Tags.of(tag(IstosKey.REASON, IstosKey.value(reason))), 1);
	}

	@Override
	public void fenceRefused() {
		count(IstosMeter.REFUSED_FENCES, Tags.empty(), 1);
	}

	@Override
	public void renewed(Held held, RenewalAnswer answer, int count) {
		count(IstosMeter.RENEWALS,
				Tags.of(tag(IstosKey.KIND, IstosKey.value(held))).and(tag(IstosKey.OUTCOME, IstosKey.value(answer))),
				count);
	}

	@Override
	public void purged(Purged purged, int rows) {
		count(IstosMeter.PURGED, Tags.of(tag(IstosKey.ROWS, IstosKey.value(purged))), rows);
	}

	private static Tag tag(IstosKey key, String value) {
		return Tag.of(key.asString(), value);
	}

	private void count(IstosMeter meter, Tags tags, int amount) {
		Counter.builder(meter.getName())
			.description(meter.meaning())
			.tags(tags)
			.register(this.registry)
			.increment(amount);
	}

}
