package io.istos.advice;

import java.util.Comparator;
import java.util.List;

import org.springframework.beans.factory.BeanFactory;

/**
 * The methods with one annotation: where they are found, what is known of them, and who
 * judges their calls.
 *
 * @param annotated finds them
 * @param rules what is particular to them
 * @param catalog what is known of them
 * @param judge judges their calls
 * @param <E> what is known of a method
 */
record MethodAdvice<E extends MethodEntry>(AnnotatedMethods annotated, AdviceRules<E> rules, MethodCatalog<E> catalog,
		MethodJudge<E> judge) {

	static <E extends MethodEntry> MethodAdvice<E> of(AdviceKind kind, AdviceRules<E> rules, BeanFactory beanFactory) {
		AnnotatedMethods annotated = new AnnotatedMethods(kind);
		return new MethodAdvice<>(annotated, rules, new MethodCatalog<>(annotated, rules::read),
				new MethodJudge<>(beanFactory, rules));
	}

	/**
	 * Read the methods of a class that has no bean yet.
	 */
	void read(Class<?> userClass) {
		this.annotated.methods(userClass).values().forEach(this.catalog::define);
	}

	/**
	 * What the report at start-up says of them, a line for each.
	 */
	List<String> lines() {
		return AlignedLines.of(this.catalog.entries()
			.stream()
			.map(this.rules::describe)
			.sorted(Comparator.comparing((cells) -> cells.get(0)))
			.toList());
	}

}
