package io.istos.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

import io.istos.engine.LeaseContext;

/**
 * Lets work that is handed to other threads go on under the leases of the thread that
 * handed it over. Found by Micrometer's context propagation.
 */
public final class LeaseAccessor implements ThreadLocalAccessor<LeaseContext> {

	/**
	 * The key of the leases among all that is propagated.
	 */
	public static final String KEY = "io.istos.leases";

	@Override
	public Object key() {
		return KEY;
	}

	@Override
	public @Nullable LeaseContext getValue() {
		return LeaseContext.capture();
	}

	@Override
	public void setValue(LeaseContext leases) {
		leases.restore();
	}

	@Override
	public void setValue() {
		LeaseContext.clear();
	}

}
