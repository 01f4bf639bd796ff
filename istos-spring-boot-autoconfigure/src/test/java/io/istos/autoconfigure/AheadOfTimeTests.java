package io.istos.autoconfigure;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with Istos can be processed ahead of time, and finds its files then.
 */
class AheadOfTimeTests {

	@Test
	void statementsAndSchemaAreResources() {
		RuntimeHints hints = process();
		for (String file : List.of("claim.sql", "schema-postgresql.sql")) {
			assertThat(RuntimeHintsPredicates.resource().forResource("io/istos/storage/postgres/" + file))
				.accepts(hints);
		}
	}

	@Test
	void managersTellTheirDataSource() throws Exception {
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(JpaTransactionManager.class.getMethod("getDataSource"))).accepts(process());
	}

	private static RuntimeHints process() {
		DefaultGenerationContext generation = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get("com.example", "Application")), new InMemoryGeneratedFiles());
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.register(DataSourceAutoConfiguration.class);
			for (String name : ImportCandidates.load(AutoConfiguration.class, null)) {
				if (name.startsWith("io.istos.")) {
					context.register(ClassUtils.resolveClassName(name, null));
				}
			}
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			generation.writeGeneratedContent();
		}
		return generation.getRuntimeHints();
	}

}
