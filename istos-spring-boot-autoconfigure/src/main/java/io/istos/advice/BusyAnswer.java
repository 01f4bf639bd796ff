package io.istos.advice;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

import io.istos.ScopeBusyException;
import io.istos.WhenBusy;
import io.istos.engine.LeaseCall;

/**
 * Answers for leased methods whose scope is busy.
 */
final class BusyAnswer implements LeaseCall.Busy {

	private static final Map<Class<?>, Object> EMPTY = Map.of(Optional.class, Optional.empty(), OptionalInt.class,
			OptionalInt.empty(), OptionalLong.class, OptionalLong.empty(), OptionalDouble.class,
			OptionalDouble.empty());

	private final boolean skips;

	private final boolean asynchronous;

	private final @Nullable Object nothing;

	private BusyAnswer(boolean skips, boolean asynchronous, @Nullable Object nothing) {
		this.skips = skips;
		this.asynchronous = asynchronous;
		this.nothing = nothing;
	}

	static BusyAnswer of(MethodSource source, WhenBusy whenBusy, ResolvableType resultType) {
		Class<?> type = resultType.toClass();
		source.refuseIf(whenBusy == WhenBusy.SKIP && type.isPrimitive() && type != void.class,
				"is to be skipped when its scope is busy, but returns " + type + ", which is always something",
				"Return an Optional or an object, or choose WhenBusy.THROW");
		boolean asynchronous = CompletionStage.class.isAssignableFrom(type);
		Class<?> valueType = asynchronous ? resultType.as(CompletionStage.class).getGeneric().toClass() : type;
		boolean skips = whenBusy == WhenBusy.SKIP || (whenBusy == WhenBusy.AUTO && canBeNothing(valueType));
		return new BusyAnswer(skips, asynchronous, EMPTY.get(valueType));
	}

	private static boolean canBeNothing(Class<?> type) {
		return type == void.class || type == Void.class || EMPTY.containsKey(type);
	}

	@Override
	public @Nullable Object answer(ScopeBusyException busy) {
		if (!this.skips) {
			throw busy;
		}
		return this.asynchronous ? CompletableFuture.completedFuture(this.nothing) : this.nothing;
	}

}
