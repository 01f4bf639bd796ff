package io.istos.admin;

import org.jspecify.annotations.Nullable;

/**
 * One lease.
 *
 * @param scope its scope
 * @param keyScope what the {@link io.istos.KeyScope} said when it was acquired;
 * {@code null} for the application's namespace alone
 * @param epoch the epoch of the lease: a decision is refused if anybody acquired the
 * scope since; {@code null} for whichever there is
 */
public record LeaseTarget(String scope, @Nullable String keyScope, @Nullable Long epoch) {

	/**
	 * The lease of a scope.
	 * @param scope the scope
	 * @return the target
	 */
	public static LeaseTarget of(String scope) {
		return new LeaseTarget(scope, null, null);
	}

	/**
	 * In a key scope.
	 * @param keyScope the key scope; {@code null} for the application's namespace alone
	 * @return the changed target
	 */
	public LeaseTarget withKeyScope(@Nullable String keyScope) {
		return new LeaseTarget(this.scope, keyScope, this.epoch);
	}

	/**
	 * Only if nobody acquired the scope since.
	 * @param epoch the epoch that was seen; {@code null} for whichever there is
	 * @return the changed target
	 */
	public LeaseTarget withEpoch(@Nullable Long epoch) {
		return new LeaseTarget(this.scope, this.keyScope, epoch);
	}

}
