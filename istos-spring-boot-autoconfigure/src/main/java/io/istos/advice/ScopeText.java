package io.istos.advice;

import java.util.List;

import io.istos.InvalidKeyException;

/**
 * The scope of a method's calls: text with expressions in it.
 *
 * @param text the text as it was written, placeholders resolved
 * @param parts its parts, plain text included
 */
record ScopeText(String text, List<CallExpression> parts) {

	/**
	 * Evaluate.
	 * @throws InvalidKeyException if a part can't be evaluated, or yields no text
	 */
	String evaluate(CallRoot call) {
		StringBuilder scope = new StringBuilder();
		for (CallExpression part : this.parts) {
			String value = part.evaluateText(call);
			if (value == null) {
				throw part.refusal("yields null, which names no scope: the method did not run. Let it yield a text");
			}
			scope.append(value);
		}
		return scope.toString();
	}

}
