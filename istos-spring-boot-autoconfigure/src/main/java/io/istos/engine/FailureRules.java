package io.istos.engine;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.istos.OnFailure;

/**
 * What exceptions mean for a key.
 *
 * @param fallback the meaning of exceptions that no type names
 * @param byType the meaning of exception types; the most specific wins
 */
public record FailureRules(OnFailure fallback, Map<Class<? extends Throwable>, OnFailure> byType) {

	/**
	 * Copy.
	 */
	public FailureRules {
		byType = Map.copyOf(byType);
	}

	/**
	 * Rules without exception types.
	 * @param fallback the meaning of every exception
	 * @return the rules
	 */
	public static FailureRules of(OnFailure fallback) {
		return new FailureRules(fallback, Map.of());
	}

	OnFailure decide(Throwable failure) {
		for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
			OnFailure named = this.byType.get(type);
			if (named != null) {
				return named;
			}
		}
		return this.fallback;
	}

	// A rollback that the method itself did not ask for is no failure to be recorded.
	OnFailure decideRollback(@Nullable Throwable failure) {
		if (failure != null) {
			return decide(failure);
		}
		return (this.fallback == OnFailure.HOLD) ? OnFailure.HOLD : OnFailure.RELEASE;
	}

	boolean mention(OnFailure meaning) {
		return this.fallback == meaning || this.byType.containsValue(meaning);
	}

}
