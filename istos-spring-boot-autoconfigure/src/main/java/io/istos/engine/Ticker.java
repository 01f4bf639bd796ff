package io.istos.engine;

/**
 * A monotonic clock: differences of its readings are durations in nanoseconds.
 */
@FunctionalInterface
interface Ticker {

	long nanos();

}
