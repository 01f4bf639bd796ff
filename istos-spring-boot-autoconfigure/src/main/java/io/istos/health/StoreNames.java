package io.istos.health;

import org.springframework.util.ClassUtils;

/**
 * Names stores for people.
 */
final class StoreNames {

	private static final String OURS = "io.istos.storage.";

	private StoreNames() {
	}

	/**
	 * The last part of the package of one of Istos's own, such as {@code postgres}; the
	 * class of another.
	 */
	static String of(Class<?> type) {
		Class<?> store = ClassUtils.getUserClass(type);
		String home = store.getPackageName();
		return home.startsWith(OURS) ? home.substring(OURS.length()) : store.getName();
	}

}
