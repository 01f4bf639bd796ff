package io.istos.advice;

import java.util.List;

import io.istos.InvalidKeyException;

/**
 * The scope of a method's calls: text with expressions in it.
 *
 * @param source the method
 * @param text the text as it was written, placeholders resolved
 * @param parts its parts, plain text included
 */
record ScopeText(MethodSource source, String text, List<CallExpression> parts) {

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
		if (scope.toString().isBlank()) {
			throw new InvalidKeyException("The scope of '" + this.source.describe()
					+ "' is blank: the method did not run. Let one of its expressions yield a text");
		}
		return scope.toString();
	}

}
