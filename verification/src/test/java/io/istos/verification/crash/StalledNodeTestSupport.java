package io.istos.verification.crash;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.testing.TestDatabase;
import io.istos.verification.Audit;
import io.istos.verification.Waiting;
import io.istos.verification.app.Desk;
import io.istos.verification.app.Nodes;
import io.istos.verification.app.Receipt;
import io.istos.verification.app.Step;

/**
 * A node in a process that is stopped and resumed, and another one in this process.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(180)
abstract class StalledNodeTestSupport {

	static final Duration PATIENCE = Duration.ofSeconds(60);

	final TestDatabase database = TestDatabase.create();

	final HikariDataSource dataSource = this.database.hikari(2);

	final JdbcTemplate jdbc = new JdbcTemplate(this.dataSource);

	ChildProcess stalled;

	String key;

	private final Set<String> said = ConcurrentHashMap.newKeySet();

	private final Halts halts = new Halts(this.said::add);

	private ConfigurableApplicationContext other;

	@BeforeAll
	void startNodes() {
		Audit.createTable(this.dataSource);
		startStalled();
		this.other = Nodes.start(this.halts, Nodes.arguments(properties("other")));
		this.stalled.awaitReady();
	}

	void startStalled() {
		this.stalled = ChildProcess.launch(ChildMain.class, properties("stalled"));
	}

	@AfterAll
	void stopNodes() {
		this.stalled.close();
		this.other.close();
		this.database.close();
	}

	private Map<String, Object> properties(String name) {
		Map<String, Object> properties = Nodes.properties(name, this.database, false);
		properties.put("istos.durable.lease", "1s");
		properties.put("istos.scope-lease.ttl", "2s");
		return properties;
	}

	@BeforeEach
	void chooseKey(TestInfo test) {
		this.key = test.getTestMethod().orElseThrow().getName();
	}

	void stopAt(String desk, Step step) {
		this.stalled.call(desk, this.key, step);
		this.stalled.awaitHalt(desk, this.key, step);
		this.stalled.stop();
	}

	void resume() {
		this.stalled.resume();
		this.stalled.go(this.key);
	}

	Receipt bookOnOther(String desk) {
		return this.other.getBean(desk, Desk.class).book(this.key);
	}

	void haltOther(Step step) {
		this.halts.arm(this.key, step);
	}

	void awaitHaltOfOther(Step step) {
		Waiting.until("the other node to halt", PATIENCE, () -> this.said.contains("halted " + this.key + " " + step));
	}

	void letOtherGo() {
		this.halts.release(this.key);
	}

}
