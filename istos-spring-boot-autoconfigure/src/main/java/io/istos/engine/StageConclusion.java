package io.istos.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Ends an asynchronous call when its stage completes, before its caller learns of it.
 */
final class StageConclusion {

	private final ExactlyOnceCall call;

	private final Attempt attempt;

	private final CompletionStage<?> stage;

	private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();

	StageConclusion(ExactlyOnceCall call, Attempt attempt, CompletionStage<?> stage) {
		this.call = call;
		this.attempt = attempt;
		this.stage = stage;
	}

	CompletableFuture<@Nullable Object> result() {
		this.result.whenComplete((value, failure) -> passCancellationOn());
		this.stage.whenComplete(this::conclude);
		return this.result;
	}

	private void conclude(@Nullable Object value, @Nullable Throwable failure) {
		try {
			Throwable reported = keep(value, failure);
			this.call.conclude(reported);
			if (reported != null) {
				this.result.completeExceptionally(reported);
			}
			else {
				this.result.complete(value);
			}
		}
		catch (Throwable ex) {
			this.result.completeExceptionally(ex);
		}
	}

	private @Nullable Throwable keep(@Nullable Object value, @Nullable Throwable failure) {
		if (failure != null) {
			this.attempt.failed(unwrap(failure));
			return failure;
		}
		try {
			this.attempt.returned(value);
			return null;
		}
		catch (RuntimeException ex) {
			this.attempt.failed(ex);
			return ex;
		}
	}

	private static Throwable unwrap(Throwable failure) {
		Throwable cause = failure.getCause();
		return (failure instanceof CompletionException && cause != null) ? cause : failure;
	}

	private void passCancellationOn() {
		if (this.result.isCancelled()) {
			this.stage.toCompletableFuture().cancel(true);
		}
	}

}
