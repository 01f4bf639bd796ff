package io.istos.engine;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.istos.ResultCodec;
import io.istos.ResultNotStoredException;
import io.istos.storage.Outcome;

/**
 * What is fixed about an operation.
 *
 * @param name the name
 * @param type the type of its results; of an asynchronous operation, what its stage
 * completes with
 * @param asynchronous whether it returns a {@link CompletionStage}
 * @param options the options, with all defaults resolved
 * @param codec encodes its results
 * @param failures encodes its failures
 * @param seal encrypts what is stored of both
 */
record OperationSpec(String name, Type type, boolean asynchronous, DurableOptions options, ResultCodec codec,
		RecordedFailures failures, ResultSeal seal) {

	static boolean isAsynchronous(Type declared) {
		return raw(declared) == CompletionStage.class || raw(declared) == CompletableFuture.class;
	}

	static Type resultType(Type declared) {
		if (!isAsynchronous(declared)) {
			return declared;
		}
		return (declared instanceof ParameterizedType stage) ? stage.getActualTypeArguments()[0] : Object.class;
	}

	private static Type raw(Type type) {
		return (type instanceof ParameterizedType parameterized) ? parameterized.getRawType() : type;
	}

	Duration lease() {
		return Objects.requireNonNull(this.options.lease());
	}

	Duration retention() {
		return Objects.requireNonNull(this.options.retention());
	}

	String digest(@Nullable Object value) {
		return Sha256.base64(this.codec.canonical(value));
	}

	Outcome result(@Nullable Object value) {
		return this.options.storeResult()
				? new Outcome(Outcome.Kind.RESULT, this.seal.seal(this.name, this.codec.encode(value, this.type)))
				: Outcome.UNKNOWN;
	}

	Outcome failure(Throwable failure) {
		return new Outcome(Outcome.Kind.FAILURE, this.seal.seal(this.name, this.failures.encode(failure)));
	}

	@Nullable Object replay(Outcome outcome) throws Throwable {
		return switch (outcome.kind()) {
			case RESULT -> returned(this.codec.decode(open(outcome), this.type));
			case FAILURE -> fail(this.failures.decode(open(outcome)));
			case UNKNOWN -> isVoid() ? returned(null) : fail(notStored());
		};
	}

	private String open(Outcome outcome) {
		return this.seal.open(this.name, outcome.json());
	}

	private @Nullable Object returned(@Nullable Object value) {
		return this.asynchronous ? CompletableFuture.completedFuture(value) : value;
	}

	private boolean isVoid() {
		return this.type == void.class || this.type == Void.class;
	}

	private ResultNotStoredException notStored() {
		return new ResultNotStoredException("The call of operation '" + this.name
				+ "' was done before: the method did not run again. Its result is not stored (storeResult = false, or"
				+ " finished elsewhere and imported). Look up what it did");
	}

	@Nullable Object fail(Throwable failure) throws Throwable {
		if (this.asynchronous) {
			return CompletableFuture.failedFuture(failure);
		}
		throw failure;
	}

}
