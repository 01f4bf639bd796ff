package io.istos.jackson;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Serializable;
import java.io.Writer;
import java.nio.channels.Channel;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Types whose values can't be had twice, and types that say too little.
 */
final class Refusals {

	private static final Set<Class<?>> VAGUE = Set.of(Object.class, Number.class, Serializable.class, Comparable.class,
			CharSequence.class, Cloneable.class, Record.class, Enum.class);

	private static final String REACTIVE = "org.reactivestreams.Publisher";

	private static final @Nullable ClassLoader LOADER = Refusals.class.getClassLoader();

	private static final Map<Class<?>, String> ONCE = once();

	private Refusals() {
	}

	// Why values of a type are refused, written or read.
	static @Nullable String of(Class<?> type) {
		for (Map.Entry<Class<?>, String> once : ONCE.entrySet()) {
			if (once.getKey().isAssignableFrom(type)) {
				return once.getValue();
			}
		}
		return null;
	}

	// Why a type can't be declared: nothing says what to read.
	static boolean isVague(Class<?> type) {
		return VAGUE.contains(type);
	}

	private static Map<Class<?>, String> once() {
		Map<Class<?>, String> once = new LinkedHashMap<>();
		String elements = "can be read only once. Use a List";
		String content = "can be read only once. Use byte[] or String";
		String pending = "is not a value yet. Use the value itself";
		once.put(BaseStream.class, elements);
		once.put(Iterator.class, elements);
		once.put(Spliterator.class, elements);
		once.put(Enumeration.class, elements);
		once.put(InputStream.class, content);
		once.put(OutputStream.class, content);
		once.put(Reader.class, content);
		once.put(Writer.class, content);
		once.put(Channel.class, content);
		once.put(Future.class, pending);
		once.put(CompletionStage.class, pending);
		once.put(Flow.Publisher.class, pending);
		if (ClassUtils.isPresent(REACTIVE, LOADER)) {
			once.put(ClassUtils.resolveClassName(REACTIVE, LOADER), pending);
		}
		return once;
	}

}
