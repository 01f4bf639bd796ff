package io.istos;

import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;

import org.springframework.aop.MethodBeforeAdvice;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.util.unit.DataSize;

import io.istos.CoordinationExamples.Progress;
import io.istos.CoordinationExamples.Stock;
import io.istos.coordination.Coordination;
import io.istos.coordination.Doc;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.StoragePlugin;
import io.istos.storage.memory.InMemoryStoragePlugin;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the page on coordination says, where a machine can tell whether it is true.
 */
class CoordinationDocumentationTests {

	private static final String PAGE = "coordination.md";

	private static final Pattern COST = Pattern.compile("^\\| `(.+?)`(.*?) \\| (\\d) \\|", Pattern.MULTILINE);

	private static final StateLeaseRequest<Progress> REQUEST = StateLeaseRequest.of(Progress.class,
			Duration.ofMinutes(1));

	@Test
	void itsCodeIsCompiled() {
		String examples = Documented.essence(Documented.test("CoordinationExamples.java"));
		assertThat(Documented.blocks(PAGE, "java")).isNotEmpty()
			.allSatisfy((fragment) -> assertThat(examples).contains(Documented.essence(fragment)));
	}

	@Test
	void theStoreIsAskedAsOftenAsItSays() {
		Map<String, Integer> documented = new LinkedHashMap<>();
		COST.matcher(Documented.page(PAGE))
			.results()
			.forEach((row) -> documented.put(row.group(1) + row.group(2), Integer.valueOf(row.group(3))));
		assertThat(documented).isEqualTo(new Costs().counted());
	}

	@Test
	void anOperatorLooksUpCorrectsAndDeletes() throws SQLException {
		try (TestDatabase database = TestDatabase.create(); HikariDataSource pool = database.hikari(3)) {
			Coordination node = coordination(PostgresStoragePlugin.create(pool, pool, PostgresSettings.defaults()));
			Doc<Stock> stock = node.doc("stock/4711", Stock.class);
			stock.update((before) -> before.less(1), new Stock(2));
			assertThat(rows(pool, "SELECT key, value")).isOne();
			stock.update((before) -> {
				if (before.left() == 1) {
					correct(pool);
				}
				return before.less(1);
			});
			assertThat(stock.get().orElseThrow().value()).isEqualTo(new Stock(99));

			node.claim("tick/reminders/2025", "node-1");
			node.claim("other", "node-1");
			assertThat(rows(pool, "DELETE FROM")).isZero();
			Documented.rows(pool, "UPDATE istos.istos_document SET created_at = created_at - interval '367 days'");
			assertThat(rows(pool, "DELETE FROM")).isOne();
			assertThat(node.claim("tick/reminders/2025", "node-2").won()).isTrue();
			assertThat(node.claim("other", "node-2").won()).isFalse();
		}
	}

	private static void correct(HikariDataSource pool) {
		try {
			assertThat(rows(pool, "SET value")).isOne();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static int rows(HikariDataSource pool, String part) throws SQLException {
		return Documented.rows(pool, Documented.statement(PAGE, part));
	}

	private static Coordination coordination(StoragePlugin store) {
		return new Coordination(store, new JacksonResultCodec(DataSize.ofMegabytes(1)), () -> "shop", "node-1");
	}

	/**
	 * Counts how often each call asks the store.
	 */
	private static final class Costs {

		private final AtomicInteger asked = new AtomicInteger();

		private final Coordination coordination = coordination(counting());

		private final Map<String, Integer> counted = new LinkedHashMap<>();

		private StoragePlugin counting() {
			ProxyFactory proxy = new ProxyFactory(new InMemoryStoragePlugin());
			proxy.addAdvice((MethodBeforeAdvice) (method, args, target) -> this.asked.incrementAndGet());
			return (StoragePlugin) proxy.getProxy();
		}

		Map<String, Integer> counted() {
			count("claim", () -> this.coordination.claim("key", "value"));
			Doc<Stock> doc = this.coordination.doc("key", Stock.class);
			doc.update((stock) -> stock, new Stock(1));
			count("doc.get", doc::get);
			count("doc.update", () -> doc.update((stock) -> stock.less(1)));
			count("doc.delete", doc::delete);
			count("lease", () -> this.coordination.lease("left", REQUEST));
			count("lease, with a transition",
					() -> this.coordination.lease("right", REQUEST.transition((state) -> state)));
			StateLease<Progress> lease = this.coordination.lease("key", REQUEST).orElseThrow();
			count("renew", lease::renew);
			count("updateState", () -> lease.updateState((state) -> new Progress(1)));
			count("write", () -> lease.write(new Progress(2)));
			UUID owner = lease.owner();
			count("attachLease", () -> this.coordination.attachLease("key", owner, REQUEST.ttl(), Progress.class));
			count("cooperativeWrite", () -> this.coordination.cooperativeWrite("key", Progress.class, (s) -> s));
			count("state", lease::state);
			count("release", lease::release);
			return this.counted;
		}

		private void count(String what, Runnable call) {
			int before = this.asked.get();
			call.run();
			this.counted.put(what, this.asked.get() - before);
		}

	}

}
