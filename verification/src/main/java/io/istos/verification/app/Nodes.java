package io.istos.verification.app;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import io.istos.testing.TestDatabase;

/**
 * Starts nodes of the application, each in a context of its own.
 */
public final class Nodes {

	private static final String JPA = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration";

	private Nodes() {
	}

	/**
	 * The properties of a node.
	 * @param name its name
	 * @param database its database
	 * @param jpa whether it has the desk that uses JPA
	 * @return the properties, to be added to
	 */
	public static Map<String, Object> properties(String name, TestDatabase database, boolean jpa) {
		Map<String, Object> properties = new LinkedHashMap<>();
		properties.put("spring.application.name", name);
		properties.put("spring.datasource.url", database.jdbcUrl());
		properties.put("spring.datasource.username", database.username());
		properties.put("spring.datasource.password", database.password());
		properties.put("spring.datasource.hikari.data-source-properties.ApplicationName", name);
		properties.put("spring.main.banner-mode", "off");
		properties.put("spring.main.web-application-type", "none");
		properties.put("spring.jpa.open-in-view", "false");
		// Losses and outages are what happens here.
		properties.put("logging.level.root", "error");
		properties.put("logging.level.com.zaxxer.hikari", "off");
		properties.put("logging.level.org.springframework.transaction", "off");
		properties.put("logging.level.org.springframework.jdbc.support", "off");
		properties.put(jpa ? "spring.profiles.active" : "spring.autoconfigure.exclude", jpa ? "jpa" : JPA);
		return properties;
	}

	/**
	 * The properties as arguments of a command line.
	 * @param properties the properties
	 * @return the arguments
	 */
	public static String[] arguments(Map<String, Object> properties) {
		return properties.entrySet()
			.stream()
			.flatMap((property) -> Stream.of("--" + property.getKey() + "=" + property.getValue()))
			.toArray(String[]::new);
	}

	/**
	 * Start a node in this process.
	 * @param steps learns where its calls are
	 * @param arguments its properties
	 * @return the running node
	 */
	public static ConfigurableApplicationContext start(Steps steps, String... arguments) {
		SpringApplication application = new SpringApplication(BookingApplication.class);
		application.setRegisterShutdownHook(false);
		application.addInitializers((context) -> context.getBeanFactory().registerSingleton("steps", steps));
		return application.run(arguments);
	}

}
