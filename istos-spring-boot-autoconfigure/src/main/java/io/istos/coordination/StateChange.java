package io.istos.coordination;

import org.jspecify.annotations.Nullable;

/**
 * Makes the new state of a scope of the present one. Pure, since it may run several
 * times.
 *
 * @param <S> the type of the state
 */
@FunctionalInterface
public interface StateChange<S> {

	/**
	 * Make the new state.
	 * @param state the present state, or {@code null} if there is none
	 * @return the new state, or {@code null} for none
	 */
	@Nullable S apply(@Nullable S state);

}
