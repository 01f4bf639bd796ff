package io.istos.advice;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.util.ClassUtils;

/**
 * Recognizes types by name, so that none of them has to be on the class path.
 */
final class TypeNames {

	/**
	 * What frameworks hand in, and no part of a request's content.
	 */
	static final Set<String> INFRASTRUCTURE = Set.of("jakarta.servlet.ServletRequest",
			"jakarta.servlet.ServletResponse", "jakarta.servlet.http.HttpSession", "java.security.Principal",
			"org.springframework.security.core.Authentication", "org.springframework.kafka.support.Acknowledgment",
			"org.apache.kafka.clients.consumer.Consumer", "com.rabbitmq.client.Channel", "jakarta.jms.Session",
			"org.springframework.validation.Errors", "org.springframework.ui.Model",
			"org.springframework.web.context.request.WebRequest", "org.springframework.web.util.UriComponentsBuilder",
			"org.springframework.http.HttpMessage", "org.springframework.web.server.ServerWebExchange",
			"org.springframework.web.bind.support.SessionStatus", "java.io.InputStream", "java.io.OutputStream",
			"java.io.Reader", "java.io.Writer", "java.util.stream.BaseStream", "java.util.concurrent.Flow$Publisher",
			"org.reactivestreams.Publisher");

	/**
	 * Results that are not there yet when the method returns, nor tell when they are in a
	 * way that is known here.
	 */
	static final Set<String> NOT_THERE_YET = Set.of("java.util.concurrent.Flow$Publisher",
			"org.reactivestreams.Publisher", "kotlinx.coroutines.flow.Flow", "io.reactivex.rxjava3.core.Single",
			"io.reactivex.rxjava3.core.Maybe", "io.reactivex.rxjava3.core.Completable",
			"io.reactivex.rxjava3.core.Observable");

	/**
	 * Results that can be consumed once.
	 */
	static final Set<String> CONSUMED = Set.of("java.util.stream.BaseStream", "java.util.Iterator",
			"java.io.InputStream", "java.io.OutputStream", "java.io.Reader", "java.io.Writer");

	static final String CONTINUATION = "kotlin.coroutines.Continuation";

	private TypeNames() {
	}

	static boolean isOneOf(Class<?> type, Set<String> names) {
		for (Class<?> current = type; current != null; current = current.getSuperclass()) {
			if (names.contains(current.getName())) {
				return true;
			}
		}
		return ClassUtils.getAllInterfacesForClassAsSet(type)
			.stream()
			.flatMap(TypeNames::withSuperInterfaces)
			.anyMatch((candidate) -> names.contains(candidate.getName()));
	}

	private static Stream<Class<?>> withSuperInterfaces(Class<?> type) {
		return Stream.concat(Stream.of(type),
				Arrays.stream(type.getInterfaces()).flatMap(TypeNames::withSuperInterfaces));
	}

}
