package io.istos.coordination;

import java.util.Optional;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import io.istos.LeaseLostException;

/**
 * A handle on one period of ownership of a scope, with the state that it protects.
 * <p>
 * The handle is optimistic: a holder that overran its deadline goes on as long as nobody
 * took the scope, and each write finds out. {@code @ScopeLease}, and the methods of
 * {@code LeaseStore} below it, are strict: there a lease that lapsed is lost even if
 * nobody took it.
 * <table>
 * <caption>The deadline has passed, and nobody has taken the scope</caption>
 * <tr>
 * <th>this handle</th>
 * <th>{@code LeaseStore}, {@code @ScopeLease}</th>
 * </tr>
 * <tr>
 * <td>{@link #renew()} extends it</td>
 * <td>{@code renewLeases}: lost</td>
 * </tr>
 * <tr>
 * <td>{@link #updateState}, {@link #write} write</td>
 * <td>{@code fence}, {@code checkpoint}: refused, the transaction rolls back</td>
 * </tr>
 * <tr>
 * <td>{@link #release} gives it up</td>
 * <td>{@code holds}, {@code holdForUpdate}: false</td>
 * </tr>
 * </table>
 * Nothing is renewed by itself. Every method but the accessors throws
 * {@link LeaseLostException} once another holds the scope, its row is gone, or it was
 * given up through any handle. Thread-safe, though two threads on one handle see each
 * other's writes only with their own next one.
 *
 * @param <S> the type of the state
 */
public interface StateLease<S> {

	/**
	 * The scope.
	 * @return the key
	 */
	String key();

	/**
	 * The owner token: whoever knows it can attach to this period, and renew, write and
	 * release.
	 * @return the token
	 */
	UUID owner();

	/**
	 * The fence token: greater for every later holder of the scope.
	 * @return the epoch
	 */
	long token();

	/**
	 * Whether the former holder let the scope lapse instead of giving it up.
	 * @return whether this period began with a take-over; {@code false} on a handle that
	 * was attached
	 */
	boolean takenOver();

	/**
	 * The state as this handle saw it last.
	 * @return the state, or empty if there is none
	 */
	Optional<S> state();

	/**
	 * Extend the deadline to the ttl from now, and look at the state: what others wrote
	 * cooperatively is seen.
	 */
	void renew();

	/**
	 * Change the state. What others wrote cooperatively is seen by the change, as often
	 * as it takes.
	 * @param change makes the new state of the present one; {@code null} for none, on
	 * both sides. Pure, since it may run several times
	 */
	void updateState(StateChange<S> change);

	/**
	 * Replace the state, and so discard what others wrote cooperatively and this handle
	 * has not seen.
	 * @param state the new state, or {@code null} for none
	 */
	void write(@Nullable S state);

	/**
	 * Give the scope up. The state stays.
	 */
	void release();

	/**
	 * Give the scope up and leave a final state.
	 * @param state the final state, or {@code null} for none
	 */
	void release(@Nullable S state);

}
