package io.istos.engine;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

import io.istos.RecordedFailureException;
import io.istos.ResultCodec;
import io.istos.UnreadableResultException;
import io.istos.UnstorableResultException;

/**
 * Stores failures as type and message, and creates them again.
 */
final class RecordedFailures {

	private static final int MAX_MESSAGE = 4000;

	private final ResultCodec codec;

	private final @Nullable ClassLoader classLoader;

	RecordedFailures(ResultCodec codec, @Nullable ClassLoader classLoader) {
		this.codec = codec;
		this.classLoader = classLoader;
	}

	String encode(Throwable failure) {
		return encode(failure.getClass().getName(), failure.getMessage());
	}

	String encode(String type, @Nullable String message) {
		try {
			return encode(new RecordedFailure(type, shorten(message)));
		}
		catch (UnstorableResultException ex) {
			return encode(new RecordedFailure(type, null));
		}
	}

	private String encode(RecordedFailure failure) {
		return this.codec.encode(failure, RecordedFailure.class);
	}

	private static @Nullable String shorten(@Nullable String message) {
		return (message != null && message.length() > MAX_MESSAGE) ? message.substring(0, MAX_MESSAGE) : message;
	}

	Throwable decode(String json) {
		if (!(this.codec.decode(json, RecordedFailure.class) instanceof RecordedFailure failure)) {
			throw new UnreadableResultException("A recorded failure can't be read", null);
		}
		Throwable original = create(failure);
		return (original != null) ? original : new RecordedFailureException(failure.type(), failure.message());
	}

	// Only if the constructor keeps the message as it is: some build it from a detail.
	private @Nullable Throwable create(RecordedFailure failure) {
		try {
			Class<? extends Throwable> type = ClassUtils.forName(failure.type(), this.classLoader)
				.asSubclass(Throwable.class);
			Throwable created = type.getConstructor(String.class).newInstance(failure.message());
			return Objects.equals(created.getMessage(), failure.message()) ? created : null;
		}
		catch (ReflectiveOperationException | LinkageError | RuntimeException ex) {
			return null;
		}
	}

}
