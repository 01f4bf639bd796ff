package io.istos.advice;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.Expression;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * A parsed expression over the arguments of one method.
 */
final class CallExpression {

	private final Expression expression;

	private final List<String> names;

	private final StandardEvaluationContext delegates;

	/**
	 * Create an expression.
	 * @param names the names of the arguments, in order; empty if they are not known
	 * @param delegates resolves beans, types and properties
	 */
	CallExpression(Expression expression, List<String> names, StandardEvaluationContext delegates) {
		this.expression = expression;
		this.names = names;
		this.delegates = delegates;
	}

	@Nullable Object evaluate(CallRoot call) {
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
		return this.expression.getValue(context);
	}

	String text() {
		return this.expression.getExpressionString();
	}

}
