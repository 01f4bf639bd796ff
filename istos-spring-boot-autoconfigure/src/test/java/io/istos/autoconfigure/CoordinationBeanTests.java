package io.istos.autoconfigure;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.istos.KeyScope;
import io.istos.ResultCodec;
import io.istos.coordination.Coordination;
import io.istos.coordination.StateLeaseRequest;
import io.istos.engine.DurableOperations;
import io.istos.storage.EntryKey;
import io.istos.storage.EventLog;
import io.istos.storage.KeyValueStore;
import io.istos.storage.LeaseView;
import io.istos.storage.LogEntry;
import io.istos.storage.ScopeKey;
import io.istos.storage.StoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The bare primitives, and the surfaces of the store below them, as beans.
 */
class CoordinationBeanTests {

	@Test
	void goesByTheStoreNamespaceAndInstanceOfTheApplication() {
		Runners.inMemory().withPropertyValues("istos.namespace=shop", "istos.instance=node-7").run((context) -> {
			coordination(context).doc("stock", Integer.class).update((stock) -> stock + 1, 0);
			assertThat(coordination(context).lease("job", StateLeaseRequest.of(String.class, Duration.ofMinutes(1))))
				.isPresent();
			StoragePlugin store = context.getBean(StoragePlugin.class);
			assertThat(store.findDocument(new EntryKey("shop", "doc/stock"))).get()
				.returns("1", (document) -> document.value());
			assertThat(store.findLease(new ScopeKey("shop", "job"))).map(LeaseView::instance).contains("node-7");
		});
	}

	@Test
	void aKeyScopeSeparatesTenants() {
		String[] tenant = { "left" };
		Runners.inMemory().withBean(KeyScope.class, () -> () -> tenant[0]).run((context) -> {
			assertThat(coordination(context).claim("dispatch", "of left").won()).isTrue();
			tenant[0] = "right";
			assertThat(coordination(context).claim("dispatch", "of right").won()).isTrue();
			tenant[0] = "left";
			assertThat(coordination(context).claim("dispatch", "again").value()).isEqualTo("of left");
		});
	}

	@Test
	void makesWayForOneOfTheApplication() {
		Runners.inMemory()
			.withUserConfiguration(OwnCoordination.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(Coordination.class)
				.hasBean("ownCoordination"));
	}

	@Test
	void aChildContextSharesThatOfItsParent() {
		Runners.inMemory()
			.run((parent) -> Runners.inMemory()
				.withParent(parent)
				.run((child) -> assertThat(coordination(child)).isSameAs(coordination(parent))));
	}

	@Test
	void disabledThereIsNone() {
		Runners.istos()
			.withPropertyValues("istos.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(Coordination.class));
	}

	@Test
	void theStoreIsInjectedByItsSurfaces() {
		Runners.inMemory().withUserConfiguration(Surfaces.class).run((context) -> {
			context.getBean(Surfaces.Settings.class).save("theme", "\"dark\"");
			KeyValueStore values = context.getBean(KeyValueStore.class);
			assertThat(values.get(new EntryKey("", "theme"))).contains("\"dark\"");
			Calls.of(context).call("42", "hello");
			assertThat(context.getBean(EventLog.class).getLog("", "greet", 100)).extracting(LogEntry::value)
				.containsExactly("\"hello\"");
		});
	}

	private static Coordination coordination(ApplicationContext context) {
		return context.getBean(Coordination.class);
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnCoordination {

		@Bean
		Coordination ownCoordination(StoragePlugin store, ResultCodec codec) {
			return new Coordination(store, codec, () -> "own", "node-1");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Surfaces {

		@Bean
		Settings settings(KeyValueStore values, DurableOperations operations) {
			return new Settings(values, operations);
		}

		record Settings(KeyValueStore values, DurableOperations operations) {

			void save(String name, String json) {
				this.values.put(new EntryKey(this.operations.namespace(), name), json);
			}

		}

	}

}
