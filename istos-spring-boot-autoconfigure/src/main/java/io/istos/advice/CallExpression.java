package io.istos.advice;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.support.StandardEvaluationContext;

import io.istos.InvalidKeyException;

/**
 * A parsed expression over the arguments of one method.
 */
final class CallExpression {

	private final MethodSource source;

	private final String attribute;

	private final Expression expression;

	private final List<String> names;

	private final StandardEvaluationContext delegates;

	/**
	 * Create an expression.
	 * @param source the method
	 * @param attribute the attribute of its annotation
	 * @param names the names of the arguments, in order; empty if they are not known
	 * @param delegates resolves beans, types and properties
	 */
	CallExpression(MethodSource source, String attribute, Expression expression, List<String> names,
			StandardEvaluationContext delegates) {
		this.source = source;
		this.attribute = attribute;
		this.expression = expression;
		this.names = names;
		this.delegates = delegates;
	}

	/**
	 * Evaluate.
	 * @throws InvalidKeyException if that fails
	 */
	@Nullable Object evaluate(CallRoot call) {
		try {
			return this.expression.getValue(context(call));
		}
		catch (EvaluationException | IllegalStateException ex) {
			throw unusable(ex);
		}
	}

	// What SpEL itself complains of are types and names. Others quote the value, which is
	// a key or part of one: of them only kind and place are told.
	private InvalidKeyException unusable(RuntimeException ex) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(ex);
		boolean quotes = cause != ex || !(ex instanceof EvaluationException);
		InvalidKeyException refusal = new InvalidKeyException("The expression " + text() + " of '"
				+ this.source.describe() + "' can't be evaluated: the method did not run. "
				+ (quotes ? "It met " + cause.getClass().getName() : ex.getMessage()));
		refusal.addSuppressed(quotes ? placeOf(cause) : ex);
		return refusal;
	}

	private static EvaluationException placeOf(Throwable cause) {
		EvaluationException place = new EvaluationException(cause.getClass().getName());
		place.setStackTrace(cause.getStackTrace());
		return place;
	}

	/**
	 * Evaluate to a text that is the same on every node.
	 * @throws InvalidKeyException if that fails, or the value has no such text
	 */
	@Nullable String evaluateText(CallRoot call) {
		return KeyText.of(evaluate(call), this);
	}

	InvalidKeyException refusal(String problem) {
		return new InvalidKeyException(
				"The " + this.attribute + " expression " + text() + " of '" + this.source.describe() + "' " + problem);
	}

	private StandardEvaluationContext context(CallRoot call) {
		StandardEvaluationContext context = new StandardEvaluationContext(call);
		this.delegates.applyDelegatesTo(context);
		for (int i = 0; i < call.arguments().size(); i++) {
			Object argument = call.arguments().get(i);
			context.setVariable("a" + i, argument);
			context.setVariable("p" + i, argument);
			if (!this.names.isEmpty()) {
				context.setVariable(this.names.get(i), argument);
			}
		}
		return context;
	}

	String text() {
		return this.expression.getExpressionString();
	}

}
