package io.istos.advice;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.StringUtils;

import io.istos.Fencing;
import io.istos.InvalidKeyException;
import io.istos.OnLost;
import io.istos.WhenBusy;
import io.istos.engine.LeaseOptions;
import io.istos.storage.ScopeKey;

/**
 * Reads leased methods, and refuses what is wrong about one by itself.
 */
final class LeasedMethodReader {

	private static final String TEMPLATE = "#{";

	private final ConfigurableListableBeanFactory beanFactory;

	private final CallExpressions expressions;

	LeasedMethodReader(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.expressions = new CallExpressions(beanFactory);
	}

	LeasedMethod read(MethodSource source) {
		Type type = GenericTypeResolver.resolveType(source.method().getGenericReturnType(), source.targetClass());
		ResolvableType resultType = ResolvableType.forType(type);
		MethodRules.checkLeased(source, resultType.toClass());
		TextAttributes texts = new TextAttributes(this.beanFactory, source);
		LeaseOptions options = options(source, texts);
		boolean asynchronous = CompletionStage.class.isAssignableFrom(resultType.toClass());
		source.refuseIf(asynchronous && options.keep(),
				"keeps its lease between calls, but its result completes after the call",
				"Remove keep, or return the result itself");
		BusyAnswer busy = BusyAnswer.of(source, source.annotation().getEnum("whenBusy", WhenBusy.class), resultType);
		return new LeasedMethod(source, scope(source, texts.text("scope")), options, busy, asynchronous);
	}

	private static LeaseOptions options(MethodSource source, TextAttributes texts) {
		MergedAnnotation<?> annotation = source.annotation();
		Duration ttl = texts.duration("ttl");
		Duration wait = Objects.requireNonNullElse(texts.duration("waitAtMost"), Duration.ZERO);
		Duration hold = Objects.requireNonNullElse(texts.duration("holdAtLeast"), Duration.ZERO);
		try {
			return new LeaseOptions(ttl, wait, hold, annotation.getBoolean("keep"),
					annotation.getEnum("fence", Fencing.class), annotation.getEnum("onLost", OnLost.class));
		}
		catch (IllegalArgumentException ex) {
			throw source.refusal("can't be leased as it is", String.valueOf(ex.getMessage()), ex);
		}
	}

	private ScopeText scope(MethodSource source, String text) {
		source.refuseIf(!StringUtils.hasText(text), "has no scope, so nothing tells which of its calls are rivals",
				"Set @ScopeLease(\"settlement\"), or with expressions @ScopeLease(\"settlement/#{#tenant}\")");
		if (!text.contains(TEMPLATE)) {
			checkConstant(source, text);
		}
		return new ScopeText(source, text, this.expressions.parseTemplate(source, "scope", text));
	}

	private static void checkConstant(MethodSource source, String scope) {
		try {
			new ScopeKey("", scope);
		}
		catch (InvalidKeyException ex) {
			throw source.refusal("has a scope that can't be leased", String.valueOf(ex.getMessage()), ex);
		}
	}

}
