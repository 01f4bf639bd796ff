package io.istos;

/**
 * A bean that speaks for the innermost lease that the current thread works under.
 * Thread-safe; all methods throw {@link IllegalStateException} if there is none.
 */
public interface Fence extends Lease {

	/**
	 * The lease, to hand to other threads.
	 * @return the lease
	 * @see Lease#run
	 */
	Lease lease();

}
