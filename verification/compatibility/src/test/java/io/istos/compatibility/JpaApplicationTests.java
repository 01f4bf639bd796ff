package io.istos.compatibility;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.Pageable;
import org.springframework.data.repository.core.support.RepositoryFactoryInformation;
import org.springframework.util.ClassUtils;

import io.istos.DurableCall;
import io.istos.compatibility.shop.Customer;
import io.istos.compatibility.shop.CustomerRepository;
import io.istos.compatibility.shop.Purchase;
import io.istos.compatibility.shop.PurchaseRepository;
import io.istos.compatibility.shop.ShopApplication;
import io.istos.data.LedgerCalls;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application with JPA has, with and without Istos. Run twice: as the starter
 * leaves it, and with Spring Data JDBC, which the application added by its own choice.
 */
class JpaApplicationTests {

	private static final boolean DATA_JDBC = Boolean.parseBoolean(System.getProperty("spring-data-jdbc", "true"));

	private static final TestDatabase DATABASE = TestDatabase.create();

	@AfterAll
	static void drop() {
		DATABASE.close();
	}

	@Test
	void theClassPathIsTheOneThatIsMeant() {
		assertThat(ClassUtils.isPresent("org.springframework.data.jdbc.repository.support.JdbcRepositoryFactory", null))
			.isEqualTo(DATA_JDBC);
	}

	@Test
	void beansAreTheSame() {
		assertThat(beans(start())).isEqualTo(beans(startWithoutIstos()));
	}

	@Test
	void repositoriesAreTheSame() {
		SortedMap<String, String> repositories = repositories(start());
		assertThat(repositories).isEqualTo(repositories(startWithoutIstos()));
		assertThat(repositories).containsKey("purchaseRepository");
		// Two stores make Spring Data strict, which is the application's choice.
		assertThat(repositories.containsKey("customerRepository")).isEqualTo(!DATA_JDBC);
	}

	@Test
	void repositoriesWork() {
		try (ConfigurableApplicationContext context = start()) {
			context.getBean(PurchaseRepository.class).save(new Purchase(1L));
			assertThat(context.getBean(PurchaseRepository.class).count()).isOne();
			context.getBeanProvider(CustomerRepository.class).ifAvailable((customers) -> {
				customers.save(new Customer(1L));
				assertThat(customers.count()).isOne();
			});
		}
	}

	@Test
	void theLedgerIsReadableWithSpringDataJdbcOnly() {
		try (ConfigurableApplicationContext context = start()) {
			assertThat(context.getBeanProvider(DurableCall.class).stream()).hasSize(1);
			assertThat(context.containsBean("istosLedgerCalls")).isEqualTo(DATA_JDBC);
			if (DATA_JDBC) {
				assertThat(context.getBean(LedgerCalls.class).findAll(Pageable.unpaged())).isEmpty();
			}
		}
	}

	private static ConfigurableApplicationContext start() {
		return start("");
	}

	private static ConfigurableApplicationContext startWithoutIstos() {
		return start(StreamSupport.stream(ImportCandidates.load(AutoConfiguration.class, null).spliterator(), false)
			.filter((name) -> name.startsWith("io.istos."))
			.collect(Collectors.joining(",")));
	}

	private static ConfigurableApplicationContext start(String excluded) {
		return new SpringApplicationBuilder(ShopApplication.class).web(WebApplicationType.NONE)
			.run("--spring.datasource.url=" + DATABASE.jdbcUrl(), "--spring.datasource.username=" + DATABASE.username(),
					"--spring.datasource.password=" + DATABASE.password(), "--spring.jpa.hibernate.ddl-auto=create",
					"--spring.autoconfigure.exclude=" + excluded);
	}

	/** Names and types, but for those of Istos. */
	private static Map<String, String> beans(ConfigurableApplicationContext context) {
		try (context) {
			Map<String, String> beans = new TreeMap<>();
			for (String name : context.getBeanDefinitionNames()) {
				if (!name.startsWith("istos") && !name.startsWith("io.istos.")) {
					beans.put(name, String.valueOf(context.getType(name)).replaceAll("\\$\\$?[\\w$]*\\d+$", ""));
				}
			}
			return beans;
		}
	}

	private static SortedMap<String, String> repositories(ConfigurableApplicationContext context) {
		try (context) {
			SortedMap<String, String> repositories = new TreeMap<>();
			context.getBeansOfType(RepositoryFactoryInformation.class)
				.forEach((name, factory) -> repositories.put(name.replace("&", ""), factory.getClass().getName()));
			return repositories;
		}
	}

}
