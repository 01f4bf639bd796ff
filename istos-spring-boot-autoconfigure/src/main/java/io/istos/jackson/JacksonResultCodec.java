package io.istos.jackson;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

import io.istos.ResultCodec;
import io.istos.UnreadableResultException;
import io.istos.UnstorableResultException;

/**
 * Results as JSON, by Jackson mappers of its own: how the application configures its
 * mappers makes no difference, and modules are only those given here.
 * <p>
 * What is stored:
 * <ul>
 * <li>Fields and getters make up a value; records their components. {@code @JsonFormat}
 * and {@code @JsonInclude} are overlooked, other annotations of Jackson's count. A
 * constructor is found by its parameter names ({@code -parameters}).</li>
 * <li>Subtypes of a sealed type are told apart by a property {@code @type}, the class
 * name without package, or {@code @JsonTypeName}. Other hierarchies need
 * {@code @JsonTypeInfo}.</li>
 * <li>A property that the class no longer has is ignored; one that wasn't stored reads as
 * null, zero, false or an empty {@code Optional}.</li>
 * <li>Dates keep zone and nanoseconds, decimals their scale, sets their order, strings
 * every character.</li>
 * </ul>
 * Each result is read back and compared before it is stored.
 * <p>
 * In canonical JSON numbers count by value: 1.0 and 1.00 are equal. Sets have no order. A
 * value whose class has a superclass or interface of the application's own is written
 * under the name of its class, so that two subtypes with equal properties differ. A null,
 * an empty {@code Optional} and an absent property or map entry are the same.
 */
public final class JacksonResultCodec implements ResultCodec {

	private final DataSize maxSize;

	private final JsonMapper mapper;

	private final Canonical canonical;

	private final Difference difference;

	private final Map<Type, TypedJson> types = new ConcurrentHashMap<>();

	/**
	 * Create a codec.
	 * @param maxSize the largest result to store, as UTF-8
	 * @param modules modules for types that need one
	 */
	public JacksonResultCodec(DataSize maxSize, JacksonModule... modules) {
		Assert.isTrue(maxSize.toBytes() > 0, () -> "The largest size of a result must be positive, not " + maxSize);
		this.maxSize = maxSize;
		this.mapper = Mappers.results(modules);
		this.canonical = new Canonical(Mappers.canonical(modules));
		this.difference = new Difference(this.canonical::of);
	}

	@Override
	public String encode(@Nullable Object result, Type type) {
		TypedJson json = typed(type);
		String text = write(result, json);
		checkSize(text, json);
		checkReplay(result, text, json);
		return text;
	}

	@Override
	public @Nullable Object decode(String json, Type type) {
		TypedJson typed = typed(type);
		try {
			return typed.read(json);
		}
		catch (RuntimeException ex) {
			throw new UnreadableResultException("The stored result can't be read as " + typed + " any more, "
					+ Failure.describe(ex) + ". Let the class read what was stored, or decide the call by hand", null);
		}
	}

	@Override
	public String canonical(@Nullable Object value) {
		try {
			return this.canonical.ofArguments(value);
		}
		catch (RuntimeException ex) {
			throw new IllegalArgumentException("Not serializable as canonical JSON, " + Failure.describe(ex)
					+ ". Leave it out with @IgnoreInKey, or use what identifies it", Failure.cause(ex));
		}
	}

	@Override
	public void check(Type type) {
		ReplayableTypes.check(type, this.mapper);
	}

	private TypedJson typed(Type type) {
		return this.types.computeIfAbsent(type, (key) -> new TypedJson(key, this.mapper));
	}

	private static String write(@Nullable Object result, TypedJson json) {
		try {
			return json.write(result);
		}
		catch (RuntimeException ex) {
			throw unstorable(json, "is not serializable, " + Failure.describe(ex), Failure.cause(ex));
		}
	}

	private void checkSize(String text, TypedJson json) {
		long size = JsonText.size(text);
		if (size > this.maxSize.toBytes()) {
			throw unstorable(json, "has " + size + " bytes; the limit is " + this.maxSize.toBytes()
					+ " (istos.results.max-size). Return less, or a reference to it", null);
		}
	}

	private void checkReplay(@Nullable Object result, String text, TypedJson json) {
		String place = differenceOnReplay(result, text, json);
		if (place != null) {
			throw unstorable(json, "does not read back equal" + (place.isEmpty() ? "" : " at '" + place + "'")
					+ ". Declare the type that is returned, and let Jackson read all that it writes", null);
		}
	}

	private @Nullable String differenceOnReplay(@Nullable Object result, String text, TypedJson json) {
		try {
			return this.difference.between(result, json.read(text));
		}
		catch (RuntimeException ex) {
			throw unstorable(json, "can be written, but not read back, " + Failure.describe(ex), null);
		}
	}

	private static UnstorableResultException unstorable(TypedJson json, String reason, @Nullable Throwable cause) {
		return new UnstorableResultException("The result of type " + json + " " + reason, cause);
	}

}
