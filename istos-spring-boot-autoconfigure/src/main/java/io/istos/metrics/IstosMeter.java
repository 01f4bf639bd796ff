package io.istos.metrics;

import java.util.List;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;
import org.jspecify.annotations.Nullable;

/**
 * What is counted and measured beside the observations.
 */
public enum IstosMeter implements MeterDocumentation {

	/**
	 * Calls that took over a claim which had lapsed or was held.
	 */
	CLAIM_TAKE_OVERS("istos.claims.takeovers", Meter.Type.COUNTER, IstosKey.OPERATION),

	/**
	 * Calls that ran, and whose completion was refused, since their claim was lost.
	 */
	REFUSED_COMPLETIONS("istos.completions.refused", Meter.Type.COUNTER, IstosKey.OPERATION),

	/**
	 * Leases acquired that their former holder had let lapse.
	 */
	LEASE_TAKE_OVERS("istos.leases.takeovers", Meter.Type.COUNTER),

	/**
	 * Leases of this process that were lost.
	 */
	LOST_LEASES("istos.leases.lost", Meter.Type.COUNTER, IstosKey.REASON),

	/**
	 * Commits that were refused, since a lease they were to be made under was lost.
	 */
	REFUSED_FENCES("istos.fences.refused", Meter.Type.COUNTER),

	/**
	 * Renewals: renewed, locked (tried again), lost, or unanswered (tried again).
	 */
	RENEWALS("istos.renewals", Meter.Type.COUNTER, IstosKey.KIND, IstosKey.OUTCOME),

	/**
	 * Rows deleted by this process, since their retention was over.
	 */
	PURGED("istos.purged", Meter.Type.COUNTER, IstosKey.ROWS),

	/**
	 * How many callers, or things, one combined statement was sent for.
	 */
	BATCH("istos.storage.batch", Meter.Type.DISTRIBUTION_SUMMARY, IstosKey.OPERATION),

	/**
	 * Claims that this process holds and renews: calls that are running.
	 */
	RUNNING_CLAIMS("istos.claims.running", Meter.Type.GAUGE),

	/**
	 * Leases that this process holds and renews.
	 */
	HELD_LEASES("istos.leases.held", Meter.Type.GAUGE),

	/**
	 * For how long the most belated renewal of this process has been due.
	 */
	RENEWAL_DELAY("istos.renewals.delay", Meter.Type.GAUGE),

	/**
	 * Claims in the ledger that lapsed without completion or release, whoever had them:
	 * the same on every node.
	 */
	ABANDONED_CLAIMS("istos.claims.abandoned", Meter.Type.GAUGE),

	/**
	 * Claims in the ledger that are held until someone decides: the same on every node.
	 */
	UNDECIDED_CLAIMS("istos.claims.undecided", Meter.Type.GAUGE);

	private final String text;

	private final Meter.Type type;

	@SuppressWarnings("ImmutableEnumChecker") // List.of
	private final List<IstosKey> keys;

	IstosMeter(String text, Meter.Type type, IstosKey... keys) {
		this.text = text;
		this.type = type;
		this.keys = List.of(keys);
	}

	@Override
	public String getName() {
		return this.text;
	}

	@Override
	public Meter.Type getType() {
		return this.type;
	}

	@Override
	public KeyName[] getKeyNames() {
		return this.keys.toArray(KeyName[]::new);
	}

	// An empty one would be part of the name in Prometheus: an underscore at its end.
	@Override
	public @Nullable String getBaseUnit() {
		return (this == RENEWAL_DELAY) ? "seconds" : null;
	}

}
