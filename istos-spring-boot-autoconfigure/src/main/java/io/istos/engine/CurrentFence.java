package io.istos.engine;

import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import io.istos.Fence;
import io.istos.Lease;
import io.istos.LeaseLoss;

/**
 * The {@link Fence} bean.
 */
final class CurrentFence implements Fence {

	private final Upkeep upkeep;

	CurrentFence(Upkeep upkeep) {
		this.upkeep = upkeep;
	}

	@Override
	public Lease lease() {
		LeaseUse use = LeaseContext.find((candidate) -> candidate.isOf(this.upkeep));
		if (use == null) {
			throw new IllegalStateException("No work under a lease is going on on this thread. Call it from a"
					+ " @ScopeLease method, or hand the lease over: fence.lease().run(...)");
		}
		return use;
	}

	@Override
	public String scope() {
		return lease().scope();
	}

	@Override
	public long token() {
		return lease().token();
	}

	@Override
	public Optional<LeaseLoss> lost() {
		return lease().lost();
	}

	@Override
	public void check() {
		lease().check();
	}

	@Override
	public void holdForUpdate() {
		lease().holdForUpdate();
	}

	@Override
	public void checkpoint(Object value) {
		lease().checkpoint(value);
	}

	@Override
	public <T> Optional<T> checkpoint(Class<T> type) {
		return lease().checkpoint(type);
	}

	@Override
	public void run(Runnable work) {
		lease().run(work);
	}

	@Override
	public <R> @Nullable R call(Callable<? extends @Nullable R> work) throws Exception {
		return lease().call(work);
	}

}
