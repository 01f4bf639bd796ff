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

/**
 * Finds the methods of classes that have one annotation. An annotation on a method,
 * wherever in the type hierarchy, counts before one on a type. One on a class covers the
 * public methods that the class and its subclasses declare; one on an interface covers
 * its own methods. Thread-safe.
 */
final class AnnotatedMethods {

	private static final Set<String> LIFECYCLE = Set.of("jakarta.annotation.PostConstruct",
			"jakarta.annotation.PreDestroy");

	private final Map<Class<?>, Map<Method, MethodSource>> methods = new ConcurrentHashMap<>();

	private final AdviceKind kind;

	AnnotatedMethods(AdviceKind kind) {
		this.kind = kind;
	}

	AdviceKind kind() {
		return this.kind;
	}

	/**
	 * The annotated methods of a class: the most specific ones, never bridges, private
	 * and static ones included.
	 */
	Map<Method, MethodSource> methods(Class<?> targetClass) {
		return this.methods.computeIfAbsent(ClassUtils.getUserClass(targetClass), this::select);
	}

	boolean contains(Method method, Class<?> targetClass) {
		Map<Method, MethodSource> candidates = methods(targetClass);
		return !candidates.isEmpty() && candidates.containsKey(specific(method, targetClass));
	}

	static Method specific(Method method, Class<?> targetClass) {
		if (Proxy.isProxyClass(targetClass)) {
			return BridgeMethodResolver.findBridgedMethod(method);
		}
		return AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(targetClass));
	}

	private Map<Method, MethodSource> select(Class<?> userClass) {
		if (!AnnotationUtils.isCandidateClass(userClass, this.kind.annotation())) {
			return Map.of();
		}
		return Map.copyOf(MethodIntrospector.selectMethods(userClass,
				(MethodIntrospector.MetadataLookup<MethodSource>) (method) -> find(method, userClass)));
	}

	private @Nullable MethodSource find(Method method, Class<?> userClass) {
		MergedAnnotation<?> annotation = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.get(this.kind.annotation());
		if (!annotation.isPresent() && isCoveredByTypes(method)) {
			annotation = onType(method, userClass);
		}
		return annotation.isPresent() ? new MethodSource(this.kind, method, userClass, annotation) : null;
	}

	private MergedAnnotation<?> onType(Method method, Class<?> userClass) {
		MergedAnnotation<?> onClass = MergedAnnotations.from(method.getDeclaringClass(), SearchStrategy.SUPERCLASS)
			.get(this.kind.annotation());
		if (onClass.isPresent()) {
			return onClass;
		}
		for (Class<?> type : ClassUtils.getAllInterfacesForClassAsSet(userClass)) {
			MergedAnnotation<?> onInterface = MergedAnnotations.from(type).get(this.kind.annotation());
			if (onInterface.isPresent() && ProxyInterfaces.declares(type, method, userClass)) {
				return onInterface;
			}
		}
		return MergedAnnotation.missing();
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
