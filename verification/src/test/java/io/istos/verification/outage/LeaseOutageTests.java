package io.istos.verification.outage;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.LeaseLoss;
import io.istos.LeaseLostException;
import io.istos.testing.RestartablePostgres;
import io.istos.testing.TestDatabase;
import io.istos.verification.Audit;
import io.istos.verification.Waiting;
import io.istos.verification.app.Desk;
import io.istos.verification.app.Nodes;
import io.istos.verification.app.Receipt;
import io.istos.verification.app.Step;
import io.istos.verification.app.Steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

@Timeout(180)
class LeaseOutageTests implements Steps {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration OUTAGE = Duration.ofSeconds(2);

	private static final String SCOPE = "long";

	private final RestartablePostgres server = TestDatabase.restartable();

	private final JdbcTemplate jdbc = new JdbcTemplate(this.server.database().dataSource());

	private final CountDownLatch body = new CountDownLatch(1);

	private final CountDownLatch bodyEnds = new CountDownLatch(1);

	private final CompletableFuture<Loss> loss = new CompletableFuture<>();

	private ConfigurableApplicationContext node;

	@BeforeEach
	void createTable() {
		Audit.createTable(this.server.database().dataSource());
	}

	@AfterEach
	void stop() {
		this.bodyEnds.countDown();
		this.node.close();
		this.server.close();
	}

	@Override
	public void reach(String scope, Step step) {
		if (step == Step.BODY) {
			this.body.countDown();
			await(this.bodyEnds);
		}
	}

	@Override
	public void lost(String scope, LeaseLoss reason) {
		this.loss.complete(new Loss(Instant.now(), reason));
	}

	@Test
	void aMethodThreeTtlsLongIsNeverLostThoughThePoolIsExhausted() throws Exception {
		Duration ttl = Duration.ofSeconds(2);
		start(ttl);
		CompletableFuture<Receipt> call = call("leased");
		List<Connection> taken = exhaustPool();
		Waiting.until("three ttls to pass", PATIENCE,
				() -> is("acquired_at + 3 * ? * interval '1 ms' <= clock_timestamp()", ttl.toMillis()));
		assertThat(is("deadline > clock_timestamp()")).isTrue();
		this.bodyEnds.countDown();
		assertCommittedUnderTheFirstLease(call);
		for (Connection connection : taken) {
			connection.close();
		}
	}

	@Test
	void anOutageShorterThanTheTtlLosesNothing() throws Exception {
		Duration ttl = Duration.ofSeconds(10);
		start(ttl);
		CompletableFuture<Receipt> call = call("leased-ahead");
		this.server.stop();
		TimeUnit.NANOSECONDS.sleep(OUTAGE.toNanos());
		this.server.start();
		Waiting.until("the lease to be renewed", PATIENCE,
				() -> is("deadline - ? * interval '1 ms' > pg_postmaster_start_time()", ttl.toMillis()));
		this.bodyEnds.countDown();
		assertCommittedUnderTheFirstLease(call);
	}

	@Test
	void anOutageLongerThanTheTtlIsSignalledWithinATickAndTheCommitIsRefused() throws Exception {
		Duration ttl = Duration.ofSeconds(3);
		start(ttl);
		CompletableFuture<Receipt> call = call("leased-ahead");
		this.server.stop();
		Loss loss = this.loss.get(60, TimeUnit.SECONDS);
		this.server.start();
		Instant deadline = this.jdbc.queryForObject("select deadline from istos.istos_lease", OffsetDateTime.class)
			.toInstant();
		assertThat(loss.reason()).isEqualTo(LeaseLoss.UNREACHABLE);
		assertThat(loss.at()).isBefore(deadline.plus(ttl.dividedBy(3)));
		this.bodyEnds.countDown();
		assertThatException().isThrownBy(() -> call.get(60, TimeUnit.SECONDS))
			.havingCause()
			.isInstanceOf(LeaseLostException.class);
		assertThat(this.jdbc.queryForObject("select count(*) from booking", Integer.class)).isZero();
	}

	private void start(Duration ttl) {
		Map<String, Object> properties = Nodes.properties("node", this.server.database(), false);
		properties.put("istos.scope-lease.ttl", ttl.toMillis() + "ms");
		properties.put("spring.datasource.hikari.maximum-pool-size", "3");
		this.node = Nodes.start(this, Nodes.arguments(properties));
	}

	private CompletableFuture<Receipt> call(String desk) {
		CompletableFuture<Receipt> call = CompletableFuture
			.supplyAsync(() -> this.node.getBean(desk, Desk.class).book(SCOPE), (task) -> new Thread(task).start());
		await(this.body);
		return call;
	}

	private List<Connection> exhaustPool() throws Exception {
		HikariDataSource pool = this.node.getBean(HikariDataSource.class);
		List<Connection> taken = new ArrayList<>();
		while (pool.getHikariPoolMXBean().getActiveConnections() < pool.getMaximumPoolSize()) {
			taken.add(pool.getConnection());
		}
		return taken;
	}

	private void assertCommittedUnderTheFirstLease(CompletableFuture<Receipt> call) throws Exception {
		Receipt receipt = call.get(60, TimeUnit.SECONDS);
		assertThat(this.loss).isNotDone();
		assertThat(this.jdbc.queryForList("select id from booking")).containsExactly(Map.of("id", receipt.id()));
		assertThat(this.jdbc.queryForObject("select last_value from istos.istos_epoch", Long.class))
			.isEqualTo(receipt.epoch());
	}

	private boolean is(String condition, Object... parameters) {
		return this.jdbc.queryForObject("select " + condition + " from istos.istos_lease", Boolean.class, parameters);
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private record Loss(Instant at, LeaseLoss reason) {
	}

}
