package io.istos.advice;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Recognizes mocks that a test put in the place of a bean.
 */
final class TestDoubles {

	private static final @Nullable Method DETAILS = find("org.mockito.Mockito", "mockingDetails", Object.class);

	private static final @Nullable Method IS_MOCK = find("org.mockito.MockingDetails", "isMock");

	private TestDoubles() {
	}

	static boolean isMock(Object candidate) {
		if (DETAILS == null || IS_MOCK == null) {
			return false;
		}
		Object details = ReflectionUtils.invokeMethod(DETAILS, null, candidate);
		return Boolean.TRUE.equals(ReflectionUtils.invokeMethod(IS_MOCK, details));
	}

	private static @Nullable Method find(String type, String method, Class<?>... parameters) {
		ClassLoader loader = TestDoubles.class.getClassLoader();
		if (!ClassUtils.isPresent(type, loader)) {
			return null;
		}
		return ClassUtils.getMethodIfAvailable(ClassUtils.resolveClassName(type, loader), method, parameters);
	}

}
