package io.istos.metrics;

import java.util.function.Function;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * How observations are named and what is told of them, unless the application has a
 * convention of its own.
 *
 * @param <C> what is known of what is observed
 */
final class Convention<C extends Observation.Context> implements ObservationConvention<C> {

	static final Convention<DurableCallContext> DURABLE = new Convention<>(IstosObservation.DURABLE,
			DurableCallContext.class, (call) -> "durable " + call.operation(),
			(call) -> KeyValues.of(IstosKey.OPERATION.withValue(call.operation()),
					IstosKey.BOUNDARY.withValue(IstosKey.value(call.boundary())),
					IstosKey.OUTCOME.withValue(outcome(call.outcome()))));

	static final Convention<LeasedCallContext> LEASE = new Convention<>(IstosObservation.LEASE, LeasedCallContext.class,
			(call) -> "leased " + ClassUtils.getShortName(call.method()), (call) -> KeyValues
				.of(IstosKey.METHOD.withValue(call.method()), IstosKey.OUTCOME.withValue(outcome(call.outcome()))));

	static final Convention<StorageContext> STORAGE = new Convention<>(IstosObservation.STORAGE, StorageContext.class,
			(question) -> "storage " + question.operation(),
			(question) -> KeyValues.of(IstosKey.OPERATION.withValue(question.operation()),
					IstosKey.TRANSACTION.withValue(question.isInTransaction() ? "joined" : "own")));

	private final IstosObservation observation;

	private final Class<C> type;

	private final Function<C, String> title;

	private final Function<C, KeyValues> keys;

	private Convention(IstosObservation observation, Class<C> type, Function<C, String> title,
			Function<C, KeyValues> keys) {
		this.observation = observation;
		this.type = type;
		this.title = title;
		this.keys = keys;
	}

	/** What is open has no outcome yet. */
	private static String outcome(@Nullable Enum<?> outcome) {
		return (outcome != null) ? IstosKey.value(outcome) : "open";
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return this.type.isInstance(context);
	}

	@Override
	public String getName() {
		return this.observation.getName();
	}

	@Override
	public String getContextualName(C context) {
		return this.title.apply(context);
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(C context) {
		return this.keys.apply(context);
	}

}
