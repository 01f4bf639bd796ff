package io.istos.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Managers whose {@code DataSource} is known by reflection alone.
 */
final class ManagerHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.reflection()
			.registerTypeIfPresent(classLoader, "org.springframework.orm.jpa.JpaTransactionManager",
					MemberCategory.INVOKE_PUBLIC_METHODS);
	}

}
