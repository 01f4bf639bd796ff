package io.istos.advice;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.istos.Durable;

/**
 * Finds the durable methods of classes. An annotation on a method, wherever in the type
 * hierarchy, counts before one on a type. One on a class covers the public methods that
 * the class and its subclasses declare; one on an interface covers its own methods.
 * Thread-safe.
 */
final class DurableAnnotations {

	private static final Set<String> LIFECYCLE = Set.of("jakarta.annotation.PostConstruct",
			"jakarta.annotation.PreDestroy");

	private final Map<Class<?>, Map<Method, MergedAnnotation<Durable>>> methods = new ConcurrentHashMap<>();

	/**
	 * The durable methods of a class: the most specific ones, never bridges, private and
	 * static ones included.
	 */
	Map<Method, MergedAnnotation<Durable>> methods(Class<?> targetClass) {
		Class<?> userClass = ClassUtils.getUserClass(targetClass);
		return this.methods.computeIfAbsent(userClass, DurableAnnotations::select);
	}

	boolean isDurable(Method method, Class<?> targetClass) {
		Map<Method, MergedAnnotation<Durable>> candidates = methods(targetClass);
		return !candidates.isEmpty() && candidates.containsKey(specific(method, targetClass));
	}

	static Method specific(Method method, Class<?> targetClass) {
		if (Proxy.isProxyClass(targetClass)) {
			return BridgeMethodResolver.findBridgedMethod(method);
		}
		return AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(targetClass));
	}

	private static Map<Method, MergedAnnotation<Durable>> select(Class<?> userClass) {
		if (!AnnotationUtils.isCandidateClass(userClass, Durable.class)) {
			return Map.of();
		}
		return Map.copyOf(MethodIntrospector.selectMethods(userClass,
				(MethodIntrospector.MetadataLookup<MergedAnnotation<Durable>>) (method) -> find(method, userClass)));
	}

	private static @Nullable MergedAnnotation<Durable> find(Method method, Class<?> userClass) {
		MergedAnnotation<Durable> onMethod = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.get(Durable.class);
		if (onMethod.isPresent()) {
			return onMethod;
		}
		return isCoveredByTypes(method) ? onType(method, userClass) : null;
	}

	private static @Nullable MergedAnnotation<Durable> onType(Method method, Class<?> userClass) {
		MergedAnnotation<Durable> onClass = MergedAnnotations
			.from(method.getDeclaringClass(), SearchStrategy.SUPERCLASS)
			.get(Durable.class);
		if (onClass.isPresent()) {
			return onClass;
		}
		for (Class<?> type : ClassUtils.getAllInterfacesForClassAsSet(userClass)) {
			MergedAnnotation<Durable> onInterface = MergedAnnotations.from(type).get(Durable.class);
			if (onInterface.isPresent() && ProxyInterfaces.declares(type, method, userClass)) {
				return onInterface;
			}
		}
		return null;
	}

	private static boolean isCoveredByTypes(Method method) {
		return Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
				&& !method.isSynthetic() && !ReflectionUtils.isObjectMethod(method) && !isLifecycle(method);
	}

	private static boolean isLifecycle(Method method) {
		return isDeclaredBy(InitializingBean.class, method) || isDeclaredBy(DisposableBean.class, method)
				|| isDeclaredBy(AutoCloseable.class, method) || isSetterOf(Aware.class, method)
				|| LIFECYCLE.stream().anyMatch((name) -> MergedAnnotations.from(method).isPresent(name));
	}

	private static boolean isDeclaredBy(Class<?> type, Method method) {
		return type.isAssignableFrom(method.getDeclaringClass())
				&& ClassUtils.hasMethod(type, method.getName(), method.getParameterTypes());
	}

	private static boolean isSetterOf(Class<?> marker, Method method) {
		return ClassUtils.getAllInterfacesForClassAsSet(method.getDeclaringClass())
			.stream()
			.anyMatch((type) -> type != marker && marker.isAssignableFrom(type) && isDeclaredBy(type, method));
	}

}
