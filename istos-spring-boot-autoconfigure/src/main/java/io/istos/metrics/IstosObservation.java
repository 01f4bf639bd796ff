package io.istos.metrics;

import java.util.List;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * What is observed: a timer in a meter registry, a span in a tracer.
 */
enum IstosObservation implements ObservationDocumentation {

	DURABLE("istos.durable",
			"Calls of durable operations, from before the claim until they are decided: an asynchronous one until its stage completes, one in a caller's transaction until that has ended",
			IstosKey.OPERATION, IstosKey.BOUNDARY, IstosKey.OUTCOME),

	LEASE("istos.lease",
			"Calls of leased methods, from before the scope is acquired until they return, or their stage completes",
			IstosKey.METHOD, IstosKey.OUTCOME),

	STORAGE("istos.storage",
			"Questions to the store, as their callers wait for them: waiting for a connection and for the statement before is part of it. A span only within another one",
			IstosKey.OPERATION, IstosKey.TRANSACTION);

	private final String text;

	private final String meaning;

	@SuppressWarnings("ImmutableEnumChecker") // List.of
	private final List<IstosKey> keys;

	IstosObservation(String text, String meaning, IstosKey... keys) {
		this.text = text;
		this.meaning = meaning;
		this.keys = List.of(keys);
	}

	@Override
	public String getName() {
		return this.text;
	}

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return this.keys.toArray(KeyName[]::new);
	}

	String meaning() {
		return this.meaning;
	}

}
