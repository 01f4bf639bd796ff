package io.istos.jackson;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Questions about classes.
 */
final class Types {

	private Types() {
	}

	static boolean isPlatform(Class<?> type) {
		String module = type.getModule().getName();
		return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
	}

	static boolean isSealed(Class<?> type) {
		return type.isSealed() && !isPlatform(type) && !type.isEnum();
	}

	static boolean isSubtype(Class<?> type) {
		Class<?> user = userClass(type);
		Class<?> superclass = user.getSuperclass();
		return (superclass != null && !isPlatform(superclass))
				|| Arrays.stream(user.getInterfaces()).anyMatch((candidate) -> !isPlatform(candidate));
	}

	static boolean hasOwnEquals(Class<?> type) {
		return overrides(type, "equals", Object.class);
	}

	static boolean hasOwnToString(Class<?> type) {
		return overrides(type, "toString");
	}

	// The fields that hold an instance's state, readable.
	static List<Field> state(Class<?> type) {
		List<Field> fields = new ArrayList<>();
		ReflectionUtils.doWithFields(type, (field) -> {
			field.setAccessible(true);
			fields.add(field);
		}, (field) -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0
				&& !isPlatform(field.getDeclaringClass()));
		return fields;
	}

	// The class without its package, so that it may move.
	static String nameOf(Class<?> type) {
		String name = userClass(type).getName();
		return name.substring(name.lastIndexOf('.') + 1);
	}

	// Neither a proxy nor the body of an enum constant.
	private static Class<?> userClass(Class<?> type) {
		Class<?> user = ClassUtils.getUserClass(type);
		Class<?> superclass = user.getSuperclass();
		return (superclass != null && superclass.isEnum()) ? superclass : user;
	}

	private static boolean overrides(Class<?> type, String method, Class<?>... parameters) {
		try {
			return type.getMethod(method, parameters).getDeclaringClass() != Object.class;
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
