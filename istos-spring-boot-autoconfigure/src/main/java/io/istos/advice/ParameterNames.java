package io.istos.advice;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.util.ClassUtils;

/**
 * Finds the names of parameters, on an interface if the class was compiled without.
 */
final class ParameterNames {

	private static final ParameterNameDiscoverer DISCOVERER = new DefaultParameterNameDiscoverer();

	private ParameterNames() {
	}

	static List<String> of(MethodSource source) {
		@Nullable String @Nullable [] names = DISCOVERER.getParameterNames(source.method());
		if (names == null) {
			names = ofInterface(source);
		}
		return (names != null) ? allOrNone(names) : List.of();
	}

	private static List<String> allOrNone(@Nullable String[] names) {
		List<String> known = new ArrayList<>();
		for (@Nullable
		String name : names) {
			if (name == null) {
				return List.of();
			}
			known.add(name);
		}
		return known;
	}

	private static @Nullable String @Nullable [] ofInterface(MethodSource source) {
		for (Class<?> type : ClassUtils.getAllInterfacesForClassAsSet(source.targetClass())) {
			for (Method candidate : type.getMethods()) {
				if (candidate.getName().equals(source.method().getName())
						&& AnnotatedMethods.specific(candidate, source.targetClass()).equals(source.method())) {
					return DISCOVERER.getParameterNames(candidate);
				}
			}
		}
		return null;
	}

}
