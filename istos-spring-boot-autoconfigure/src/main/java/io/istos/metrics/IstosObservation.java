package io.istos.metrics;

import java.util.List;

import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * What is observed: a timer in a meter registry, a span in a tracer.
 */
enum IstosObservation implements ObservationDocumentation {

	DURABLE("istos.durable", DurableConvention.class,
			"Calls of durable operations, from before the claim until they are decided: an asynchronous one until its stage completes, one in a caller's transaction until that has ended",
			IstosKey.OPERATION, IstosKey.BOUNDARY, IstosKey.OUTCOME),

	LEASE("istos.lease", LeaseConvention.class,
			"Calls of leased methods, from before the scope is acquired until they return, or their stage completes",
			IstosKey.METHOD, IstosKey.OUTCOME),

	STORAGE("istos.storage", StorageConvention.class,
			"Questions to the store, as their callers wait for them: waiting for a connection and for the statement before is part of it. A span only within another one",
			IstosKey.OPERATION, IstosKey.TRANSACTION);

	private final String text;

	private final Class<? extends ObservationConvention<? extends Observation.Context>> convention;

	private final String meaning;

	@SuppressWarnings("ImmutableEnumChecker") // List.of
	private final List<IstosKey> keys;

	IstosObservation(String text, Class<? extends ObservationConvention<? extends Observation.Context>> convention,
			String meaning, IstosKey... keys) {
		this.text = text;
		this.convention = convention;
		this.meaning = meaning;
		this.keys = List.of(keys);
	}

	@Override
	public String getName() {
		return this.text;
	}

	@Override
	public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
		return this.convention;
	}

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return this.keys.toArray(KeyName[]::new);
	}

	String meaning() {
		return this.meaning;
	}

	/** An open outcome is that of a call that still runs. */
	private static String outcome(@Nullable Enum<?> outcome) {
		return (outcome != null) ? IstosKey.value(outcome) : "open";
	}

	static final class DurableConvention implements ObservationConvention<DurableCallContext> {

		@Override
		public boolean supportsContext(Observation.Context context) {
			return context instanceof DurableCallContext;
		}

		@Override
		public String getName() {
			return DURABLE.getName();
		}

		@Override
		public String getContextualName(DurableCallContext context) {
			return "durable " + context.operation();
		}

		@Override
		public KeyValues getLowCardinalityKeyValues(DurableCallContext context) {
			return KeyValues.of(IstosKey.OPERATION.withValue(context.operation()),
					IstosKey.BOUNDARY.withValue(IstosKey.value(context.boundary())),
					IstosKey.OUTCOME.withValue(outcome(context.outcome())));
		}

	}

	static final class LeaseConvention implements ObservationConvention<LeasedCallContext> {

		@Override
		public boolean supportsContext(Observation.Context context) {
			return context instanceof LeasedCallContext;
		}

		@Override
		public String getName() {
			return LEASE.getName();
		}

		@Override
		public String getContextualName(LeasedCallContext context) {
			return "leased " + ClassUtils.getShortName(context.method());
		}

		@Override
		public KeyValues getLowCardinalityKeyValues(LeasedCallContext context) {
			return KeyValues.of(IstosKey.METHOD.withValue(context.method()),
					IstosKey.OUTCOME.withValue(outcome(context.outcome())));
		}

	}

	static final class StorageConvention implements ObservationConvention<StorageContext> {

		@Override
		public boolean supportsContext(Observation.Context context) {
			return context instanceof StorageContext;
		}

		@Override
		public String getName() {
			return STORAGE.getName();
		}

		@Override
		public String getContextualName(StorageContext context) {
			return "storage " + context.operation();
		}

		@Override
		public KeyValues getLowCardinalityKeyValues(StorageContext context) {
			return KeyValues.of(IstosKey.OPERATION.withValue(context.operation()),
					IstosKey.TRANSACTION.withValue(context.isInTransaction() ? "joined" : "own"));
		}

	}

}
