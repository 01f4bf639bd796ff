package io.istos.engine;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.istos.ResultCodec;
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
 */
record OperationSpec(String name, Type type, boolean asynchronous, DurableOptions options, ResultCodec codec,
		RecordedFailures failures) {

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
		return new Outcome(Outcome.Kind.RESULT, this.codec.encode(value, this.type));
	}

	Outcome failure(Throwable failure) {
		return new Outcome(Outcome.Kind.FAILURE, this.failures.encode(failure));
	}

	@Nullable Object replay(Outcome outcome) throws Throwable {
		if (outcome.kind() == Outcome.Kind.RESULT) {
			Object value = this.codec.decode(outcome.json(), this.type);
			return this.asynchronous ? CompletableFuture.completedFuture(value) : value;
		}
		return fail(this.failures.decode(outcome.json()));
	}

	@Nullable Object fail(Throwable failure) throws Throwable {
		if (this.asynchronous) {
			return CompletableFuture.failedFuture(failure);
		}
		throw failure;
	}

}
