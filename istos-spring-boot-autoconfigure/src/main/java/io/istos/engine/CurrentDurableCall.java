package io.istos.engine;

import io.istos.DurableCall;

/**
 * The {@link DurableCall} bean.
 */
final class CurrentDurableCall implements DurableCall {

	private final CallStack stack;

	CurrentDurableCall(CallStack stack) {
		this.stack = stack;
	}

	@Override
	public String operation() {
		return call().key().operation();
	}

	@Override
	public String key() {
		return call().key().key();
	}

	@Override
	public int attempt() {
		return call().claim().attempt();
	}

	@Override
	public long epoch() {
		return call().claim().token().epoch();
	}

	@Override
	public String downstreamKey() {
		return Sha256.uuid(call().key()).toString();
	}

	private ExactlyOnceCall call() {
		ExactlyOnceCall call = this.stack.current();
		if (call == null) {
			throw new IllegalStateException("No exactly-once call is running on this thread");
		}
		return call;
	}

}
