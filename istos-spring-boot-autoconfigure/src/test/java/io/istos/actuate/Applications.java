package io.istos.actuate;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationImportSelector;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.StringUtils;

import io.istos.testing.TestDatabase;

/**
 * Applications with Istos and the actuator, their web server on a port of its own.
 *
 * @param type what kind of application
 * @param sources its configurations
 * @param properties its properties
 */
record Applications(WebApplicationType type, List<Class<?>> sources, List<String> properties) {

	private static final Applications EMPTY = new Applications(WebApplicationType.NONE, List.of(TestApplication.class),
			List.of("spring.main.banner-mode=off", "istos.namespace=shop", "server.port=0"));

	/** No web at all, over a ledger in memory. */
	static Applications plain() {
		return EMPTY.withPropertyValues("istos.storage.type=memory");
	}

	/** Spring MVC over a ledger in memory. */
	static Applications mvc() {
		return exposed(WebApplicationType.SERVLET).withPropertyValues("istos.storage.type=memory");
	}

	/** WebFlux over a ledger in memory. */
	static Applications webFlux() {
		return exposed(WebApplicationType.REACTIVE).withPropertyValues("istos.storage.type=memory");
	}

	/** Spring MVC over a ledger in PostgreSQL. */
	static Applications on(TestDatabase database) {
		return exposed(WebApplicationType.SERVLET).withPropertyValues("test.more=jdbc,transaction",
				"spring.datasource.url=" + database.jdbcUrl(), "spring.datasource.username=" + database.username(),
				"spring.datasource.password=" + database.password());
	}

	private static Applications exposed(WebApplicationType type) {
		return new Applications(type, EMPTY.sources, EMPTY.properties)
			.withPropertyValues("management.endpoints.web.exposure.include=istos");
	}

	Applications withPropertyValues(String... more) {
		Set<String> names = Arrays.stream(more).map(Applications::name).collect(Collectors.toSet());
		Stream<String> others = this.properties.stream().filter((property) -> !names.contains(name(property)));
		return new Applications(this.type, this.sources, Stream.concat(others, Arrays.stream(more)).toList());
	}

	/** A property that is given twice has both values. */
	private static String name(String property) {
		return property.substring(0, property.indexOf('='));
	}

	Applications withUserConfiguration(Class<?> configuration) {
		return new Applications(this.type, Stream.concat(this.sources.stream(), Stream.of(configuration)).toList(),
				this.properties);
	}

	Applications secured(Class<?> configuration) {
		return withUserConfiguration(configuration).withPropertyValues("test.security=true",
				"spring.security.user.name=alice", "spring.security.user.password=secret");
	}

	void run(ContextConsumer<AssertableApplicationContext> consumer) {
		SpringApplication application = new SpringApplication(this.sources.toArray(Class<?>[]::new));
		application.setWebApplicationType(this.type);
		String[] arguments = this.properties.stream().map((property) -> "--" + property).toArray(String[]::new);
		try (ConfigurableApplicationContext context = application.run(arguments)) {
			consumer.accept(AssertableApplicationContext.get(() -> context));
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new AssertionError(ex);
		}
	}

	/**
	 * The application.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(Selected.class)
	static class TestApplication {

	}

	/** Boot's choice, without the many other things on the class path of the tests. */
	static class Selected extends AutoConfigurationImportSelector {

		private static final List<String> WEB = List.of("actuate", "autoconfigure", "http", "jackson", "servlet",
				"tomcat", "webflux", "webmvc");

		@Override
		protected AnnotationAttributes getAttributes(AnnotationMetadata metadata) {
			return new AnnotationAttributes();
		}

		@Override
		protected Set<String> getExclusions(AnnotationMetadata metadata, AnnotationAttributes attributes) {
			return Set.of();
		}

		@Override
		protected List<String> getCandidateConfigurations(AnnotationMetadata metadata,
				AnnotationAttributes attributes) {
			String more = getEnvironment().getProperty("test.more", "");
			String security = getEnvironment().containsProperty("test.security") ? "security" : "istos";
			List<String> packages = Stream
				.of(WEB.stream(), StringUtils.commaDelimitedListToSet(more).stream(), Stream.of(security))
				.flatMap((names) -> names)
				.map((name) -> "org.springframework.boot." + name + ".")
				.toList();
			return super.getCandidateConfigurations(metadata, attributes).stream()
				.filter((name) -> name.startsWith("io.istos.") || packages.stream().anyMatch(name::startsWith))
				.toList();
		}

	}

}
