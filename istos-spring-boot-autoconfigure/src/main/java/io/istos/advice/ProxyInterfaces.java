package io.istos.advice;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;

import org.springframework.util.ClassUtils;

/**
 * Finds out whether a method can be called through interfaces.
 */
final class ProxyInterfaces {

	private ProxyInterfaces() {
	}

	/**
	 * Whether a proxy lets the method be called: one of a class always does.
	 */
	static boolean expose(Object proxy, MethodSource source) {
		return !Proxy.isProxyClass(proxy.getClass()) || declare(List.of(proxy.getClass().getInterfaces()), source);
	}

	/**
	 * Whether the method implements one of an interface of its class.
	 */
	static boolean declare(MethodSource source) {
		return declare(ClassUtils.getAllInterfacesForClassAsSet(source.targetClass()), source);
	}

	private static boolean declare(Collection<Class<?>> interfaces, MethodSource source) {
		return interfaces.stream().anyMatch((type) -> declares(type, source.method(), source.targetClass()));
	}

	static boolean declares(Class<?> type, Method method, Class<?> targetClass) {
		for (Method candidate : type.getMethods()) {
			if (candidate.getName().equals(method.getName())
					&& candidate.getParameterCount() == method.getParameterCount()
					&& AnnotatedMethods.specific(candidate, targetClass).equals(method)) {
				return true;
			}
		}
		return false;
	}

}
