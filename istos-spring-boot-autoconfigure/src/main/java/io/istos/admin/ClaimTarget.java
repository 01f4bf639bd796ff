package io.istos.admin;

import org.jspecify.annotations.Nullable;

/**
 * One claim, by operation and key, or by its epoch alone if it is open.
 *
 * @param operation the operation; {@code null} if the epoch alone tells
 * @param key the business key; {@code null} if the epoch alone tells
 * @param keyScope what the {@link io.istos.KeyScope} said for the call; {@code null} for
 * the application's namespace alone
 * @param epoch the epoch of the claim: a decision is refused if anybody claimed the key
 * since; {@code null} for whichever there is
 */
public record ClaimTarget(@Nullable String operation, @Nullable String key, @Nullable String keyScope,
		@Nullable Long epoch) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if it doesn't say which claim
	 */
	public ClaimTarget {
		if ((operation == null) != (key == null)) {
			throw new IllegalArgumentException("Operation and key belong together: give both, or the epoch alone");
		}
		if (operation == null && (epoch == null || keyScope != null)) {
			throw new IllegalArgumentException("Which claim? Give operation and key, or the epoch alone");
		}
	}

	/**
	 * The claim of a key.
	 * @param operation the operation
	 * @param key the business key
	 * @return the target
	 */
	public static ClaimTarget of(String operation, String key) {
		return new ClaimTarget(operation, key, null, null);
	}

	/**
	 * The open claim that has an epoch: no two have the same.
	 * @param epoch the epoch
	 * @return the target
	 */
	public static ClaimTarget ofEpoch(long epoch) {
		return new ClaimTarget(null, null, null, epoch);
	}

	/**
	 * In a key scope.
	 * @param keyScope the key scope; {@code null} for the application's namespace alone
	 * @return the changed target
	 */
	public ClaimTarget withKeyScope(@Nullable String keyScope) {
		return new ClaimTarget(this.operation, this.key, keyScope, this.epoch);
	}

	/**
	 * Only if nobody claimed the key since.
	 * @param epoch the epoch that was seen; {@code null} for whichever there is
	 * @return the changed target
	 */
	public ClaimTarget withEpoch(@Nullable Long epoch) {
		return new ClaimTarget(this.operation, this.key, this.keyScope, epoch);
	}

	/**
	 * Without the key, since this is printed.
	 */
	@Override
	public String toString() {
		return "ClaimTarget[operation=" + this.operation + ", epoch=" + this.epoch + "]";
	}

}
