package io.istos.advice;

import java.util.ArrayList;
import java.util.List;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.EnvironmentAccessor;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.ParserContext;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.MapAccessor;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeLocator;

/**
 * Parses the expressions of annotated methods, and refuses at once what could only fail
 * at the first call.
 */
final class CallExpressions {

	private static final List<String> ALWAYS_KNOWN = List.of("root", "this");

	private final SpelExpressionParser parser = new SpelExpressionParser();

	private final StandardEvaluationContext delegates = new StandardEvaluationContext();

	private final ConfigurableListableBeanFactory beanFactory;

	CallExpressions(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.delegates.setBeanResolver(new BeanFactoryResolver(beanFactory));
		this.delegates.addPropertyAccessor(new EnvironmentAccessor());
		this.delegates.addPropertyAccessor(new MapAccessor(false));
		this.delegates.setTypeLocator(new StandardTypeLocator(beanFactory.getBeanClassLoader()));
	}

	/**
	 * Parse text with expressions in it.
	 * @return its parts, plain text included
	 */
	List<CallExpression> parseTemplate(MethodSource source, String attribute, String text) {
		List<String> names = ParameterNames.of(source);
		Expression template = parseTemplateText(source, attribute, text);
		List<Expression> parts = (template instanceof CompositeStringExpression composite)
				? List.of(composite.getExpressions()) : List.of(template);
		for (Expression part : parts) {
			if (part instanceof SpelExpression expression) {
				check(source, attribute, expression.getAST(), names);
			}
			else {
				checkPlainText(source, attribute, part.getExpressionString(), names);
			}
		}
		return parts.stream()
			.map((part) -> new CallExpression(source, attribute, part, names, this.delegates))
			.toList();
	}

	private Expression parseTemplateText(MethodSource source, String attribute, String text) {
		try {
			return this.parser.parseExpression(text, ParserContext.TEMPLATE_EXPRESSION);
		}
		catch (ParseException | IllegalStateException ex) {
			throw source.refusal("has '" + text + "' as '" + attribute + "', which is no template: " + ex.getMessage(),
					"Write text with SpEL in #{…}: settlement/#{#tenant}", ex);
		}
	}

	private static void checkPlainText(MethodSource source, String attribute, String text, List<String> names) {
		for (String name : names) {
			source.refuseIf(text.contains("#" + name),
					"has #" + name + " outside of #{…} in '" + attribute + "', so it is plain text there",
					"Write #{#" + name + "}");
		}
	}

	CallExpression parse(MethodSource source, String attribute, String text) {
		List<String> names = ParameterNames.of(source);
		SpelExpression expression = parseText(source, attribute, text);
		check(source, attribute, expression.getAST(), names);
		return new CallExpression(source, attribute, expression, names, this.delegates);
	}

	private SpelExpression parseText(MethodSource source, String attribute, String text) {
		try {
			return this.parser.parseRaw(text);
		}
		catch (ParseException | IllegalStateException ex) {
			throw source.refusal(
					"has '" + text + "' as '" + attribute + "', which is no expression: " + ex.getMessage(),
					"Write SpEL without #{…} around it, and text in quotes: 'order-' + #order.id()", ex);
		}
	}

	private void check(MethodSource source, String attribute, SpelNode node, List<String> names) {
		if (node instanceof VariableReference) {
			checkVariable(source, attribute, node.toStringAST().substring(1), names);
		}
		source.refuseIf(node instanceof FunctionReference,
				"calls the unknown function " + node.toStringAST() + " in '" + attribute + "'",
				"Call a method of an argument or of a @bean");
		if (node instanceof BeanReference) {
			checkBean(source, attribute, node.toStringAST());
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			check(source, attribute, node.getChild(i), names);
		}
	}

	private static void checkVariable(MethodSource source, String attribute, String name, List<String> names) {
		List<String> known = new ArrayList<>(names);
		for (int i = 0; i < source.method().getParameterCount(); i++) {
			known.add("a" + i);
			known.add("p" + i);
		}
		source.refuseIf(!known.contains(name) && !ALWAYS_KNOWN.contains(name),
				"has the unknown variable #" + name + " in '" + attribute + "'; known are " + known,
				(names.isEmpty() && source.method().getParameterCount() > 0)
						? "Its class was compiled without parameter names: compile with -parameters, or write #a0, #a1"
						: "Use the name of a parameter");
	}

	private void checkBean(MethodSource source, String attribute, String reference) {
		String name = reference.replaceAll("^[@&]+", "").replaceAll("^'|'$", "");
		source.refuseIf(!this.beanFactory.containsBean(name),
				"refers to a bean '" + name + "' in '" + attribute + "', which does not exist",
				"Define it, or correct its name");
	}

}
