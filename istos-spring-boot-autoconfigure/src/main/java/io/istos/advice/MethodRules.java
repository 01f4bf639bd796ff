package io.istos.advice;

import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import org.springframework.core.ResolvableType;

import io.istos.Durability;

/**
 * Refuses methods that can't be advised, and results that can't be replayed or tell when
 * the work is done.
 */
final class MethodRules {

	private MethodRules() {
	}

	static void checkDurable(MethodSource source, Durability durability, Type resultType) {
		checkModifiers(source);
		checkSuspension(source);
		if (durability != Durability.AT_MOST_ONCE) {
			checkResult(source, ResolvableType.forType(resultType).toClass());
		}
	}

	static void checkLeased(MethodSource source, Class<?> resultType) {
		checkModifiers(source);
		checkSuspension(source);
		source.refuseIf(TypeNames.isOneOf(resultType, TypeNames.NOT_THERE_YET),
				"returns " + resultType.getName() + ", whose work would go on when the lease has ended",
				"Return a CompletableFuture, or what comes out of it");
		checkFuture(source, resultType);
		source.refuseIf(
				CompletionStage.class.isAssignableFrom(resultType)
						&& !resultType.isAssignableFrom(CompletableFuture.class),
				"returns " + resultType.getName() + ", for which no other stage can stand in",
				"Return a CompletableFuture or a CompletionStage");
	}

	private static void checkModifiers(MethodSource source) {
		int modifiers = source.method().getModifiers();
		source.refuseIf(Modifier.isStatic(modifiers), "is static, so no proxy can advise it",
				"Make it an instance method of a bean");
		source.refuseIf(Modifier.isPrivate(modifiers), "is private, so no proxy can advise it",
				"Make it public and call it from another bean, or use " + source.kind().door());
		source.refuseIf(Modifier.isFinal(modifiers) && !ProxyInterfaces.declare(source),
				"is final, so a class-based proxy would silently not advise it", "Remove 'final'");
	}

	private static void checkSuspension(MethodSource source) {
		Class<?>[] types = source.method().getParameterTypes();
		source.refuseIf(types.length > 0 && types[types.length - 1].getName().equals(TypeNames.CONTINUATION),
				"is a suspending function, whose result is not there when it returns",
				"Annotate a blocking method, or use " + source.kind().door());
	}

	// Not there yet means not done yet, whether it is stored or not.
	private static void checkResult(MethodSource source, Class<?> type) {
		boolean stored = source.annotation().getBoolean("storeResult");
		source.refuseIf(
				(stored && TypeNames.isOneOf(type, TypeNames.CONSUMED))
						|| TypeNames.isOneOf(type, TypeNames.NOT_THERE_YET),
				"returns " + type.getName() + ", which can't be replayed",
				"Return a value, a collection of values, or a CompletionStage of one");
		checkFuture(source, type);
	}

	private static void checkFuture(MethodSource source, Class<?> type) {
		source.refuseIf(Future.class.isAssignableFrom(type) && !CompletionStage.class.isAssignableFrom(type),
				"returns " + type.getName() + ", whose completion can't be followed",
				"Return a CompletableFuture or a CompletionStage");
	}

}
