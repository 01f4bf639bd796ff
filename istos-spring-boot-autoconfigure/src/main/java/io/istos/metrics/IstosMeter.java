package io.istos.metrics;

import java.util.List;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;
import org.jspecify.annotations.Nullable;

/**
 * What is counted and measured beside the observations.
 */
enum IstosMeter implements MeterDocumentation {

	CLAIM_TAKE_OVERS("istos.claims.takeovers", Meter.Type.COUNTER,
			"Calls that took over a claim which had lapsed or was held", IstosKey.OPERATION),

	REFUSED_COMPLETIONS("istos.completions.refused", Meter.Type.COUNTER,
			"Calls that ran, and whose completion was refused, since their claim was lost", IstosKey.OPERATION),

	LEASE_TAKE_OVERS("istos.leases.takeovers", Meter.Type.COUNTER,
			"Leases acquired that their former holder had let lapse"),

	LOST_LEASES("istos.leases.lost", Meter.Type.COUNTER, "Leases of this process that were lost", IstosKey.REASON),

	REFUSED_FENCES("istos.fences.refused", Meter.Type.COUNTER,
			"Commits that were refused, since a lease they were to be made under was lost"),

	RENEWALS("istos.renewals", Meter.Type.COUNTER,
			"Renewals: renewed, locked (tried again), lost, or unanswered (tried again)", IstosKey.KIND,
			IstosKey.OUTCOME),

	PURGED("istos.purged", Meter.Type.COUNTER, "Rows deleted by this process, since their retention was over",
			IstosKey.ROWS),

	BATCH("istos.storage.batch", Meter.Type.DISTRIBUTION_SUMMARY,
			"How many callers, or things, one combined statement was sent for", IstosKey.OPERATION),

	RUNNING_CLAIMS("istos.claims.running", Meter.Type.GAUGE,
			"Claims that this process holds and renews: calls that are running"),

	HELD_LEASES("istos.leases.held", Meter.Type.GAUGE, "Leases that this process holds and renews"),

	RENEWAL_DELAY("istos.renewals.delay", Meter.Type.GAUGE,
			"For how long the most belated renewal of this process has been due"),

	ABANDONED_CLAIMS("istos.claims.abandoned", Meter.Type.GAUGE,
			"Claims in the ledger that lapsed without completion or release, whoever had them: the same on every node"),

	UNDECIDED_CLAIMS("istos.claims.undecided", Meter.Type.GAUGE,
			"Claims in the ledger that are held until someone decides: the same on every node");

	private final String text;

	private final Meter.Type type;

	private final String meaning;

	@SuppressWarnings("ImmutableEnumChecker") // List.of
	private final List<IstosKey> keys;

	IstosMeter(String text, Meter.Type type, String meaning, IstosKey... keys) {
		this.text = text;
		this.type = type;
		this.meaning = meaning;
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

	String meaning() {
		return this.meaning;
	}

}
