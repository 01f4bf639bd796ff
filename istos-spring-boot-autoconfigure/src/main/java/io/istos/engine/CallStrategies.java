package io.istos.engine;

/**
 * How calls are executed, by the durability of their operation.
 *
 * @param exactlyOnce of EXACTLY_ONCE
 * @param atLeastOnce of AT_LEAST_ONCE
 * @param atMostOnce of AT_MOST_ONCE
 */
record CallStrategies(CallStrategy exactlyOnce, CallStrategy atLeastOnce, CallStrategy atMostOnce) {

	CallStrategy of(OperationSpec spec) {
		return switch (spec.options().durability()) {
			case EXACTLY_ONCE -> this.exactlyOnce;
			case AT_LEAST_ONCE -> this.atLeastOnce;
			case AT_MOST_ONCE -> this.atMostOnce;
		};
	}

}
