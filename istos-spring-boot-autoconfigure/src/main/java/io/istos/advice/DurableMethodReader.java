package io.istos.advice;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.StringUtils;

import io.istos.Boundary;
import io.istos.Durability;
import io.istos.OnAbandoned;
import io.istos.OnFailure;
import io.istos.OnInFlight;
import io.istos.engine.DurableOptions;
import io.istos.engine.FailureRules;

/**
 * Reads durable methods, and refuses what is wrong about one by itself.
 */
final class DurableMethodReader {

	private final ConfigurableListableBeanFactory beanFactory;

	private final CallExpressions expressions;

	private final BooleanSupplier requireNames;

	DurableMethodReader(ConfigurableListableBeanFactory beanFactory, BooleanSupplier requireNames) {
		this.beanFactory = beanFactory;
		this.expressions = new CallExpressions(beanFactory);
		this.requireNames = requireNames;
	}

	DurableMethod read(MethodSource source) {
		TextAttributes texts = new TextAttributes(this.beanFactory, source);
		Durability durability = source.annotation().getEnum("value", Durability.class);
		Type resultType = GenericTypeResolver.resolveType(source.method().getGenericReturnType(), source.targetClass());
		MethodRules.checkDurable(source, durability, resultType);
		AttributeRules.check(source, durability);
		String name = texts.text("name");
		boolean named = StringUtils.hasText(name);
		return new DurableMethod(source, named ? name : defaultName(source), named, resultType,
				options(source, durability, texts), identity(source, durability, texts));
	}

	private String defaultName(MethodSource source) {
		source.refuseIf(this.requireNames.getAsBoolean(), "has no name, and istos.durable.require-names asks for one",
				"Set @Durable(name = \"…\")");
		source.refuseIf(source.targetClass().isHidden(), "belongs to a lambda, which has no stable name",
				"Set @Durable(name = \"…\"), or write a class");
		return source.name();
	}

	private static DurableOptions options(MethodSource source, Durability durability, TextAttributes texts) {
		MergedAnnotation<?> annotation = source.annotation();
		Duration wait = texts.duration("waitAtMost");
		return new DurableOptions(durability, annotation.getEnum("boundary", Boundary.class), texts.duration("lease"),
				texts.duration("retention"), annotation.getEnum("onInFlight", OnInFlight.class),
				Objects.requireNonNullElse(wait, DurableOptions.defaults().waitAtMost()),
				annotation.getEnum("onAbandoned", OnAbandoned.class), failures(source), null,
				annotation.getBoolean("storeResult"));
	}

	private static FailureRules failures(MethodSource source) {
		Map<Class<? extends Throwable>, OnFailure> byType = new HashMap<>();
		addTypes(source, byType, "recordFor", OnFailure.RECORD);
		addTypes(source, byType, "holdFor", OnFailure.HOLD);
		addTypes(source, byType, "releaseFor", OnFailure.RELEASE);
		return new FailureRules(source.annotation().getEnum("onFailure", OnFailure.class), byType);
	}

	private static void addTypes(MethodSource source, Map<Class<? extends Throwable>, OnFailure> byType,
			String attribute, OnFailure meaning) {
		for (Class<?> type : source.annotation().getClassArray(attribute)) {
			OnFailure other = byType.putIfAbsent(type.asSubclass(Throwable.class), meaning);
			source.refuseIf(other != null && other != meaning,
					"gives two meanings to " + type.getName() + ": " + other + " and " + meaning,
					"Name an exception type in one of recordFor, holdFor and releaseFor");
		}
	}

	private CallIdentity identity(MethodSource source, Durability durability, TextAttributes texts) {
		String key = texts.text("key");
		source.refuseIf(durability == Durability.EXACTLY_ONCE && !StringUtils.hasText(key),
				"has no key, so nothing tells which of its calls are the same",
				"Set @Durable(key = \"#order.id()\"), or Durable.ALL_ARGUMENTS if equal arguments are the same call");
		return new CallIdentityReader(source, this.expressions).read(key, texts.text("fingerprint"),
				durability == Durability.EXACTLY_ONCE);
	}

}
