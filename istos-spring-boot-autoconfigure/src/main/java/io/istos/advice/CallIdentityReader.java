package io.istos.advice;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedMethod;
import org.springframework.util.StringUtils;

import io.istos.Durable;
import io.istos.IgnoreInKey;

/**
 * Reads what makes calls of a method the same.
 */
final class CallIdentityReader {

	private final MethodSource source;

	private final CallExpressions expressions;

	CallIdentityReader(MethodSource source, CallExpressions expressions) {
		this.source = source;
		this.expressions = expressions;
	}

	CallIdentity read(String key, String fingerprint, boolean exactlyOnce) {
		List<Integer> relevant = relevant();
		boolean keyOfAll = key.equals(Durable.ALL_ARGUMENTS);
		this.source.refuseIf(keyOfAll && relevant.isEmpty(),
				"has Durable.ALL_ARGUMENTS as key, but no argument that counts",
				"Set an expression as key; for one call ever, a constant: key = \"'once'\"");
		boolean byDefault = exactlyOnce && !StringUtils.hasText(fingerprint);
		return new CallIdentity(this.source, keyOfAll ? null : expression("key", key), keyOfAll,
				fingerprint.equals(Durable.NONE) ? null : expression("fingerprint", fingerprint),
				byDefault && !keyOfAll && !relevant.isEmpty(), relevant);
	}

	private @Nullable CallExpression expression(String attribute, String text) {
		return StringUtils.hasText(text) ? this.expressions.parse(this.source, attribute, text) : null;
	}

	private List<Integer> relevant() {
		List<Integer> relevant = new ArrayList<>();
		for (MethodParameter parameter : new AnnotatedMethod(this.source.method()).getMethodParameters()) {
			if (!parameter.hasParameterAnnotation(IgnoreInKey.class)
					&& !TypeNames.isOneOf(parameter.getParameterType(), TypeNames.INFRASTRUCTURE)) {
				relevant.add(parameter.getParameterIndex());
			}
		}
		return relevant;
	}

}
