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

	static CompletableFuture<@Nullable Object> of(CompletionStage<?> stage, LeaseUse use) {
		CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
		result.whenComplete((value, failure) -> {
			if (result.isCancelled()) {
				stage.toCompletableFuture().cancel(true);
			}
		});
		stage.whenComplete((value, failure) -> {
			use.close();
			if (failure != null) {
				result.completeExceptionally(failure);
			}
			else {
				result.complete(value);
			}
		});
		return result;
	}

}
