package io.istos.advice;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Keeps, in a native image, what is called by reflection.
 */
final class AdviceRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.reflection()
			.registerType(CallRoot.class, MemberCategory.INVOKE_PUBLIC_METHODS)
			.registerMethod(TransactionPlan.DETERMINE, ExecutableMode.INVOKE);
	}

}
