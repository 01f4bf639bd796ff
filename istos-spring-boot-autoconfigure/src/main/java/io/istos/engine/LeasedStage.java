package io.istos.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Gives a lease up when the stage that works under it completes, before its caller learns
 * of it.
 */
final class LeasedStage {

	private LeasedStage() {
	}

	static CompletableFuture<@Nullable Object> of(CompletionStage<?> stage, LeaseUse use, Ended ended) {
		CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
		result.whenComplete((value, failure) -> {
			if (result.isCancelled()) {
				stage.toCompletableFuture().cancel(true);
			}
		});
		stage.whenComplete((value, failure) -> {
			use.close();
			ended.with(failure);
			if (failure != null) {
				result.completeExceptionally(failure);
			}
			else {
				result.complete(value);
			}
		});
		return result;
	}

	/**
	 * Is told that the stage has completed.
	 */
	@FunctionalInterface
	interface Ended {

		void with(@Nullable Throwable failure);

	}

}
