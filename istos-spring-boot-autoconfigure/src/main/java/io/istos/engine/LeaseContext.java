package io.istos.engine;

import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The leases that a thread works under, innermost first: for frameworks that carry
 * contexts from thread to thread. Immutable.
 *
 * @see io.istos.Lease#run
 */
public final class LeaseContext {

	private static final ThreadLocal<@Nullable LeaseContext> CURRENT = new ThreadLocal<>();

	private final LeaseUse use;

	private final @Nullable LeaseContext outer;

	private LeaseContext(LeaseUse use, @Nullable LeaseContext outer) {
		this.use = use;
		this.outer = outer;
	}

	/**
	 * The leases of the current thread.
	 * @return the context, or {@code null} if there are none
	 */
	public static @Nullable LeaseContext capture() {
		return CURRENT.get();
	}

	/**
	 * Let the current thread work under these leases, and no others.
	 */
	public void restore() {
		set(this);
	}

	/**
	 * Let the current thread work under no lease.
	 */
	public static void clear() {
		set(null);
	}

	static void set(@Nullable LeaseContext next) {
		LeaseContext before = CURRENT.get();
		if (next != null) {
			CURRENT.set(next);
		}
		else {
			CURRENT.remove();
		}
		for (LeaseContext left = before; left != null; left = left.outer) {
			if (!holds(next, left.use)) {
				left.use.left(Thread.currentThread());
			}
		}
		for (LeaseContext entered = next; entered != null; entered = entered.outer) {
			if (!holds(before, entered.use)) {
				entered.use.entered(Thread.currentThread());
			}
		}
	}

	static void push(LeaseUse use) {
		set(new LeaseContext(use, CURRENT.get()));
	}

	/**
	 * The innermost lease that fits.
	 */
	static @Nullable LeaseUse find(Predicate<LeaseUse> condition) {
		for (LeaseContext context = CURRENT.get(); context != null; context = context.outer) {
			if (condition.test(context.use)) {
				return context.use;
			}
		}
		return null;
	}

	private static boolean holds(@Nullable LeaseContext context, LeaseUse use) {
		for (LeaseContext candidate = context; candidate != null; candidate = candidate.outer) {
			if (candidate.use == use) {
				return true;
			}
		}
		return false;
	}

}
