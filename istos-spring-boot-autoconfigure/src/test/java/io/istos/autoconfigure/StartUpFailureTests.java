package io.istos.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

import io.istos.Abandoned;
import io.istos.AbandonedResolver;
import io.istos.Boundary;
import io.istos.Durable;
import io.istos.IstosReservedDataSource;
import io.istos.IstosTransactionManager;
import io.istos.KeyScope;
import io.istos.OnAbandoned;
import io.istos.Resolution;
import io.istos.ResultCipher;
import io.istos.engine.DurableOperation;
import io.istos.engine.DurableOperations;
import io.istos.engine.DurableOptions;
import io.istos.engine.LeaseOptions;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every refusal at start-up comes with a remedy.
 */
class StartUpFailureTests {

	private static TestDatabase database;

	@BeforeAll
	static void createDatabase() {
		database = TestDatabase.create();
	}

	@AfterAll
	static void dropDatabase() {
		database.close();
	}

	@Test
	void anotherProduct() {
		FailureAnalysis analysis = failure(
				Runners.jdbc().withPropertyValues("spring.datasource.url=jdbc:h2:mem:another"));
		assertThat(analysis.getDescription()).contains("H2");
		assertThat(analysis.getAction()).contains("PostgreSQL", "@IstosDataSource", "istos.storage.type=memory");
	}

	@Test
	void aMissingSchemaThatMustNotBeCreated() {
		FailureAnalysis analysis = failure(Runners.on(database)
			.withPropertyValues("istos.postgres.schema=missing", "istos.postgres.initialize-schema=never"));
		assertThat(analysis.getDescription()).contains("missing");
		assertThat(analysis.getAction()).contains("CREATE TABLE IF NOT EXISTS \"missing\".istos_idempotency");
	}

	@Test
	void noRightToCreateTheSchema() throws SQLException {
		execute("create role guest_of_istos login password 'guest'");
		FailureAnalysis analysis = failure(Runners.on(database)
			.withPropertyValues("istos.postgres.schema=forbidden", "spring.datasource.username=guest_of_istos",
					"spring.datasource.password=guest"));
		assertThat(analysis.getDescription()).contains("forbidden", "may not create");
		assertThat(analysis.getAction()).contains("CREATE SCHEMA IF NOT EXISTS \"forbidden\"", "grant");
	}

	@Test
	void aTableThatLostItsPrimaryKey() throws SQLException {
		ApplicationContextRunner runner = Runners.on(database).withPropertyValues("istos.postgres.schema=damaged");
		runner.run((context) -> assertThat(context).hasNotFailed());
		execute("alter table damaged.istos_idempotency drop constraint istos_idempotency_pkey");
		assertThat(failure(runner).getDescription()).contains("istos_idempotency", "primary key");
	}

	@Test
	void aPoolThatCanNotBeCopied() {
		FailureAnalysis analysis = failure(Runners.istos().withUserConfiguration(NoPool.class));
		assertThat(analysis.getDescription()).contains(DriverManagerDataSource.class.getName());
		assertThat(analysis.getAction()).contains("@IstosReservedDataSource");
	}

	@Test
	void aRoutingDataSource() {
		FailureAnalysis analysis = failure(Runners.istos().withUserConfiguration(Routing.class));
		assertThat(analysis.getDescription()).contains("routes");
		assertThat(analysis.getAction()).contains("@IstosReservedDataSource");
	}

	@Test
	void aReservedPoolMendsBoth() {
		Runners.istos().withUserConfiguration(Routing.class, Reserved.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(Calls.of(context).call("reserved", "result")).isEqualTo("result");
		});
	}

	@Test
	void noCodec() {
		FailureAnalysis analysis = failure(Runners.inMemory()
			.withClassLoader(new org.springframework.boot.test.context.FilteredClassLoader("tools.jackson")));
		assertThat(analysis.getDescription()).contains("ResultCodec");
		assertThat(analysis.getAction()).contains("spring-boot-starter-jackson");
	}

	@Test
	void twoResolversForOneOperation() {
		FailureAnalysis analysis = failure(Runners.inMemory().withUserConfiguration(TwoResolvers.class));
		assertThat(analysis.getDescription()).contains("AbandonedResolver", "'order.book'");
		assertThat(analysis.getAction()).isNotBlank();
	}

	@Test
	void twoKeyScopes() {
		FailureAnalysis analysis = failure(Runners.inMemory().withUserConfiguration(TwoKeyScopes.class));
		assertThat(analysis.getDescription()).contains("tenant", "principal");
		assertThat(analysis.getAction()).contains("@Primary");
	}

	@Test
	void twoResultCiphers() {
		FailureAnalysis analysis = failure(Runners.inMemory().withUserConfiguration(TwoResultCiphers.class));
		assertThat(analysis.getDescription()).contains("ResultCipher", "former", "latter");
		assertThat(analysis.getAction()).contains("@Primary");
	}

	@Test
	void aMarkedManagerThatIsNotOverTheLedger() {
		FailureAnalysis analysis = failure(Runners.on(database).withUserConfiguration(ForeignManager.class));
		assertThat(analysis.getDescription()).contains("'foreign'", "@IstosTransactionManager");
		assertThat(analysis.getAction()).contains("@IstosDataSource");
	}

	@Test
	void severalManagersForAStoreInMemory() {
		FailureAnalysis analysis = failure(Runners.inMemory().withUserConfiguration(TwoManagers.class));
		assertThat(analysis.getDescription()).contains("first, second");
		assertThat(analysis.getAction()).contains("@IstosTransactionManager", "@Primary");
	}

	@Test
	void aRefusedDurableMethod() {
		FailureAnalysis analysis = failure(Runners.inMemory()
			.withPropertyValues("istos.durable.require-names=true")
			.withUserConfiguration(Unnamed.class));
		assertThat(analysis.getDescription()).contains("Unnamed", "book");
		assertThat(analysis.getAction()).contains("name");
	}

	@Test
	void aNameThatIsTakenNamesTheBeanThatCameSecond() {
		FailureAnalysis analysis = failure(Runners.inMemory().withUserConfiguration(SameName.class));
		assertThat(analysis.getDescription()).contains("'order.book'", "bean 'second'");
		assertThat(analysis.getAction()).contains("a name of its own");
	}

	@Test
	void aNameThatAnAnnotationTookBefore() {
		FailureAnalysis analysis = failure(Runners.inMemory().withUserConfiguration(Named.class).withBean(Late.class));
		assertThat(analysis.getDescription()).contains("'order.book'");
		assertThat(analysis.getAction()).contains("name");
	}

	@ParameterizedTest
	@MethodSource
	void whatABeanDefinesWrongly(Consumer<DurableOperations> definition, String problem, String remedy) {
		FailureAnalysis analysis = failure(Runners.inMemory()
			.withBean(Definition.class, () -> new Definition(definition))
			.withUserConfiguration(Defining.class));
		assertThat(analysis.getDescription()).contains(problem, "bean 'operation'");
		assertThat(analysis.getAction()).contains(remedy);
	}

	static Stream<Arguments> whatABeanDefinesWrongly() {
		return Stream.of(
				definition("Operation 'x' is refused: its lease is PT0S", "between 1ms",
						(operations) -> operations.define("x", String.class,
								DurableOptions.defaults().withLease(Duration.ZERO))),
				definition("boundary JOINED can't wait", "AUTO or REQUIRED", (operations) -> operations.define("x",
						String.class,
						DurableOptions.defaults().withBoundary(Boundary.JOINED).withWait(Duration.ofSeconds(1)))),
				definition("a name that can't be stored", "1 to 255 bytes",
						(operations) -> operations.define("x".repeat(256), String.class, DurableOptions.defaults())),
				definition("results of operation 'x' can't be stored", "another result type",
						(operations) -> operations.define("x", Object.class, DurableOptions.defaults())),
				definition("The ttl of a lease is PT0S", "between 1ms",
						(operations) -> LeaseOptions.defaults().withTtl(Duration.ZERO)));
	}

	private static Arguments definition(String problem, String remedy, Consumer<DurableOperations> definition) {
		return Arguments.of(definition, problem, remedy);
	}

	@Test
	void aNameThatIsTooLongInAnAnnotation() {
		FailureAnalysis analysis = failure(Runners.inMemory().withUserConfiguration(LongName.class));
		assertThat(analysis.getDescription()).contains("LongName#book");
		assertThat(analysis.getAction()).contains("255 bytes");
	}

	@Test
	void noOneToAskAboutWhatABeanDefined() {
		ApplicationContextRunner runner = Runners.inMemory().withUserConfiguration(Reconciling.class);
		FailureAnalysis analysis = failure(runner);
		assertThat(analysis.getDescription()).contains("'order.book'", "RECONCILE");
		assertThat(analysis.getAction()).contains("AbandonedResolver", "'order.book'");
		runner.withBean(BookResolver.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void noDataSource() {
		FailureAnalysis analysis = failure(Runners.istos());
		assertThat(analysis.getDescription()).contains("no DataSource");
		assertThat(analysis.getAction()).contains("spring.datasource.url", "istos.storage.type=memory");
	}

	private static FailureAnalysis failure(ApplicationContextRunner runner) {
		FailureAnalysis[] analysis = new FailureAnalysis[1];
		runner.run((context) -> analysis[0] = Analyses.of(context.getStartupFailure()));
		return analysis[0];
	}

	private static void execute(String sql) throws SQLException {
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class Unnamed {

		@Durable(key = "#id")
		String book(String id) {
			return id;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NoPool {

		@Bean
		DataSource noPool() {
			return new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Routing {

		@Bean
		DataSource routing() {
			AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {

				@Override
				protected Object determineCurrentLookupKey() {
					return "only";
				}

			};
			routing.setTargetDataSources(Map.of("only", database.dataSource()));
			return routing;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Reserved {

		@Bean(defaultCandidate = false)
		@IstosReservedDataSource
		DataSource reserved() {
			return database.hikari(2);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoResolvers {

		@Bean
		AbandonedResolver<String> one() {
			return new BookResolver();
		}

		@Bean
		AbandonedResolver<String> two() {
			return new BookResolver();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoKeyScopes {

		@Bean
		KeyScope tenant() {
			return () -> "tenant";
		}

		@Bean
		KeyScope principal() {
			return () -> "principal";
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoResultCiphers {

		@Bean
		ResultCipher former() {
			return new Reversing();
		}

		@Bean
		ResultCipher latter() {
			return new Reversing();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ForeignManager {

		@Bean
		@IstosTransactionManager
		JdbcTransactionManager foreign() {
			return new JdbcTransactionManager(database.dataSource());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoManagers {

		@Bean
		JdbcTransactionManager first() {
			return new JdbcTransactionManager(database.dataSource());
		}

		@Bean
		JdbcTransactionManager second() {
			return new JdbcTransactionManager(database.dataSource());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SameName {

		@Bean
		DurableOperation<String> first(DurableOperations operations) {
			return operations.define("order.book", String.class, DurableOptions.defaults());
		}

		@Bean
		DurableOperation<String> second(DurableOperations operations, DurableOperation<String> first) {
			return operations.define("order.book", String.class, DurableOptions.defaults());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Reconciling {

		@Bean
		DurableOperation<String> operation(DurableOperations operations) {
			return operations.define("order.book", String.class,
					DurableOptions.defaults().withOnAbandoned(OnAbandoned.RECONCILE));
		}

	}

	record Definition(Consumer<DurableOperations> consumer) {
	}

	@Configuration(proxyBeanMethods = false)
	static class Defining {

		@Bean
		Object operation(DurableOperations operations, Definition definition) {
			definition.consumer().accept(operations);
			return definition;
		}

	}

	static class Named {

		@Durable(name = "order.book", key = "#id")
		String book(String id) {
			return id;
		}

	}

	static class Late {

		Late(DurableOperations operations, Named named) {
			named.book("first");
			operations.define("order.book", String.class, DurableOptions.defaults());
		}

	}

	static class LongName {

		@Durable(key = "#id",
				name = "012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
						+ "012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
						+ "012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789")
		String book(String id) {
			return id;
		}

	}

	static class BookResolver implements AbandonedResolver<String> {

		@Override
		public String operation() {
			return "order.book";
		}

		@Override
		public Resolution<String> resolve(Abandoned abandoned) {
			return Resolution.run();
		}

	}

}
