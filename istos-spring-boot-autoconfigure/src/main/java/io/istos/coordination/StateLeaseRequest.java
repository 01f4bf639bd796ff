package io.istos.coordination;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimRequest;

/**
 * Asks for a scope with a state. Start from {@link #of} and change what differs.
 *
 * @param type the type of the state
 * @param ttl how long the lease lasts unless renewed
 * @param stealIfExpired whether a lease that lapsed without being given up may be taken
 * over
 * @param transition makes the state at the acquisition of the one before, or {@code null}
 * to leave it. Pure, since it may run several times; not called for a busy scope; what it
 * throws is thrown, and then nothing is acquired or written
 * @param <S> the type of the state
 */
public record StateLeaseRequest<S>(Class<S> type, Duration ttl, boolean stealIfExpired,
		@Nullable StateChange<S> transition) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if the ttl is not positive or absurd
	 */
	public StateLeaseRequest {
		ClaimRequest.checkDuration("ttl", ttl);
	}

	/**
	 * Ask for a lease that may be taken over, and leave its state.
	 * @param type the type of the state
	 * @param ttl how long the lease lasts unless renewed
	 * @param <S> the type of the state
	 * @return the request
	 */
	public static <S> StateLeaseRequest<S> of(Class<S> type, Duration ttl) {
		return new StateLeaseRequest<>(type, ttl, true, null);
	}

	/**
	 * Change whether a lapsed lease may be taken over.
	 * @param steal whether it may
	 * @return the changed request
	 */
	public StateLeaseRequest<S> stealIfExpired(boolean steal) {
		return new StateLeaseRequest<>(this.type, this.ttl, steal, this.transition);
	}

	/**
	 * Make the acquisition itself a transition of the state.
	 * @param change makes the new state of the present one
	 * @return the changed request
	 */
	public StateLeaseRequest<S> transition(StateChange<S> change) {
		return new StateLeaseRequest<>(this.type, this.ttl, this.stealIfExpired, change);
	}

}
