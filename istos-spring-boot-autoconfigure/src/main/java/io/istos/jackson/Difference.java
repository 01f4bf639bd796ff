package io.istos.jackson;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import org.springframework.util.ReflectionUtils;

/**
 * Tells where a value that was read back differs from the one that was written. Values
 * are compared by their own equals where they have one; classes without it, arrays, and
 * whatever holds such, by what they consist of.
 */
final class Difference {

	private static final Comparator<JsonNode> NUMBERS_BY_VALUE = (one, other) -> (one.isNumber() && other.isNumber())
			? one.decimalValue().compareTo(other.decimalValue()) : (one.equals(other) ? 0 : 1);

	private final Function<Object, String> text;

	Difference(Function<Object, String> text) {
		this.text = text;
	}

	// The path of the first difference, empty for the value itself; null if none.
	@Nullable String between(@Nullable Object written, @Nullable Object read) {
		return find(written, read, "");
	}

	private @Nullable String find(@Nullable Object written, @Nullable Object read, String path) {
		if (written == read) {
			return null;
		}
		if (written == null || read == null) {
			return path;
		}
		if (written instanceof Optional<?> optional) {
			return (read instanceof Optional<?> other) ? find(optional.orElse(null), other.orElse(null), path) : path;
		}
		if (written instanceof Map<?, ?> map) {
			return (read instanceof Map<?, ?> other) ? inMap(map, other, path) : path;
		}
		if (written instanceof Set<?> set) {
			return (read instanceof Set<?> other && sameSet(set, other)) ? null : path;
		}
		if (written instanceof Collection<?> collection) {
			return (read instanceof Collection<?> other) ? inCollection(collection, other, path) : path;
		}
		if (written instanceof JsonNode node) {
			return (read instanceof JsonNode other && node.equals(NUMBERS_BY_VALUE, other)) ? null : path;
		}
		return inValue(written, read, path);
	}

	private @Nullable String inMap(Map<?, ?> written, Map<?, ?> read, String path) {
		if (!written.keySet().equals(read.keySet()) || !sameOrder(written, written.keySet(), read.keySet())) {
			return path;
		}
		for (Map.Entry<?, ?> entry : written.entrySet()) {
			String difference = find(entry.getValue(), read.get(entry.getKey()), path + "[*]");
			if (difference != null) {
				return difference;
			}
		}
		return null;
	}

	private boolean sameSet(Set<?> written, Set<?> read) {
		return (written.equals(read) || sameText(written, read)) && sameOrder(written, written, read);
	}

	// A comparator isn't stored.
	private static boolean sameOrder(Object container, Collection<?> written, Collection<?> read) {
		boolean sorted = container instanceof SortedMap || container instanceof SortedSet;
		return !sorted || new ArrayList<>(written).equals(new ArrayList<>(read));
	}

	private @Nullable String inCollection(Collection<?> written, Collection<?> read, String path) {
		boolean sameKind = read instanceof List || !(written instanceof List);
		if (!sameKind || written.size() != read.size()) {
			return path;
		}
		Iterator<?> others = read.iterator();
		int index = 0;
		for (Object element : written) {
			String difference = find(element, others.next(), path + "[" + index++ + "]");
			if (difference != null) {
				return difference;
			}
		}
		return null;
	}

	private @Nullable String inValue(Object written, Object read, String path) {
		Class<?> type = written.getClass();
		if (type != read.getClass()) {
			return (Types.isPlatform(type) && written.equals(read)) ? null : path;
		}
		if (written.equals(read)) {
			return null;
		}
		if (type.isArray()) {
			return inArray(written, read, path);
		}
		if (!Types.hasOwnEquals(type)) {
			return sameText(written, read) ? null : path;
		}
		return Types.isPlatform(type) ? path : inFields(written, read, path);
	}

	private @Nullable String inArray(Object written, Object read, String path) {
		int length = Array.getLength(written);
		if (length != Array.getLength(read)) {
			return path;
		}
		for (int i = 0; i < length; i++) {
			String difference = find(Array.get(written, i), Array.get(read, i), path + "[" + i + "]");
			if (difference != null) {
				return difference;
			}
		}
		return null;
	}

	// Equal parts make equal values, even if the class compares an array by identity.
	private @Nullable String inFields(Object written, Object read, String path) {
		for (Field field : Types.state(written.getClass())) {
			String at = path.isEmpty() ? field.getName() : path + "." + field.getName();
			String difference = find(ReflectionUtils.getField(field, written), ReflectionUtils.getField(field, read),
					at);
			if (difference != null) {
				return difference;
			}
		}
		return null;
	}

	private boolean sameText(Object written, Object read) {
		return this.text.apply(written).equals(this.text.apply(read));
	}

}
