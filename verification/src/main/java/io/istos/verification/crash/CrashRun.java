package io.istos.verification.crash;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.ClaimLostException;
import io.istos.InFlightException;
import io.istos.testing.TestDatabase;
import io.istos.verification.Audit;
import io.istos.verification.Table;
import io.istos.verification.app.Desk;
import io.istos.verification.app.Nodes;
import io.istos.verification.app.Receipt;
import io.istos.verification.app.Step;

/**
 * Kills nodes while calls of theirs halt at every step between claim and return, and
 * others run freely; looks at what is left; repeats the calls on a node that lives.
 */
public final class CrashRun implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final int LOAD_THREADS = 4;

	private static final int LAUNCHED = 3;

	private final TestDatabase database;

	private final DataSource dataSource;

	private final ConfigurableApplicationContext survivor;

	private final AtomicInteger kills = new AtomicInteger();

	private final Map<String, Figures> figures = new LinkedHashMap<>();

	private final List<String> complaints = new ArrayList<>();

	/**
	 * Prepare the table and the node that lives.
	 * @param database an empty database, closed by the caller
	 */
	public CrashRun(TestDatabase database) {
		this.database = database;
		this.dataSource = database.hikari(4);
		Audit.createTable(this.dataSource);
		this.survivor = Nodes.start((key, step) -> {
		}, Nodes.arguments(properties("survivor", true)));
	}

	/**
	 * Kill nodes, one after the other.
	 * @param count how many
	 * @param keysPerStep how many calls of each desk halt at each step of each
	 */
	public void run(int count, int keysPerStep) {
		Deque<Victim> launched = new ArrayDeque<>();
		try {
			for (int number = 0, killed = 0; killed < count; killed++) {
				// The next ones start while one is killed and its calls are repeated.
				while (number < count && launched.size() < LAUNCHED) {
					launched.add(launch(number++, keysPerStep));
				}
				Victim victim = launched.element();
				victim.kill();
				launched.remove();
				victim.repeat();
			}
		}
		finally {
			launched.forEach((victim) -> victim.process.close());
		}
	}

	private Victim launch(int number, int keysPerStep) {
		boolean jpa = number % 2 == 1;
		Victim victim = new Victim("victim-" + this.kills.incrementAndGet(), jpa, keysPerStep);
		for (String desk : jpa ? List.of("jpa") : List.of("jdbc", "joined")) {
			victim.plan(desk, keysPerStep);
		}
		return victim;
	}

	/**
	 * What the database says in the end.
	 * @return the audit
	 */
	public Audit audit() {
		return Audit.of(this.dataSource);
	}

	/**
	 * What went wrong, if anything did.
	 * @return one line each
	 */
	public List<String> complaints() {
		return this.complaints;
	}

	public Table table() {
		Table table = new Table("desk and step", "calls killed", "done and row", "neither", "disagree",
				"one row after the repeat", "slowest repeat ms");
		this.figures.forEach((what, figures) -> table.row(what, figures.calls, figures.done, figures.neither,
				figures.disagree, figures.one, figures.slowest));
		return table;
	}

	public int kills() {
		return this.kills.get();
	}

	private Map<String, Object> properties(String name, boolean jpa) {
		Map<String, Object> properties = Nodes.properties(name, this.database, jpa);
		properties.put("istos.durable.lease", "1s");
		properties.put("spring.datasource.hikari.minimum-idle", "1");
		return properties;
	}

	private Receipt repeat(String desk, String key) {
		Desk survivingDesk = this.survivor.getBean(desk, Desk.class);
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (true) {
			try {
				return survivingDesk.book(key);
			}
			catch (InFlightException | ClaimLostException ex) {
				if (System.nanoTime() > end) {
					throw ex;
				}
				pause(Objects.requireNonNull(ex.retryAfter()));
			}
		}
	}

	private static void pause(Duration duration) {
		try {
			TimeUnit.MILLISECONDS.sleep(duration.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.survivor.close();
	}

	/**
	 * What became of the calls of one desk at one step.
	 */
	private static final class Figures {

		private int calls;

		private int done;

		private int neither;

		private int disagree;

		private int one;

		private long slowest;

	}

	/**
	 * A call that halts.
	 */
	private record Call(String desk, String key, Step step) {

		String what() {
			return this.desk + " " + this.step;
		}

	}

	/**
	 * A node that is going to be killed.
	 */
	private final class Victim {

		private final JdbcTemplate jdbc = new JdbcTemplate(CrashRun.this.dataSource);

		private final String name;

		private final ChildProcess process;

		private final List<Call> calls = new ArrayList<>();

		private final List<String> desks = new ArrayList<>();

		Victim(String name, boolean jpa, int keysPerStep) {
			this.name = name;
			Map<String, Object> properties = properties(name, jpa);
			// Every call that halts may keep a connection.
			properties.put("spring.datasource.hikari.maximum-pool-size",
					2 * (Step.values().length * keysPerStep + LOAD_THREADS));
			this.process = ChildProcess.launch(ChildMain.class, properties);
		}

		void plan(String desk, int keysPerStep) {
			this.desks.add(desk);
			for (Step step : Step.values()) {
				for (int n = 0; n < keysPerStep; n++) {
					this.calls.add(new Call(desk, this.name + "-" + desk + "-" + step + "-" + n, step));
				}
			}
		}

		void kill() {
			try {
				this.process.awaitReady();
				this.calls.forEach((call) -> this.process.call(call.desk(), call.key(), call.step()));
				this.desks.forEach((desk) -> this.process.load(desk, loadPrefix(desk), LOAD_THREADS));
				this.calls.forEach((call) -> this.process.awaitHalt(call.desk(), call.key(), call.step()));
			}
			finally {
				this.process.kill(CrashRun.this.dataSource);
			}
			this.calls.forEach(this::look);
			complainAbout(audit(), "after the kill of " + this.name);
		}

		private String loadPrefix(String desk) {
			return this.name + "-" + desk + "-load-";
		}

		private void look(Call call) {
			Figures figures = CrashRun.this.figures.computeIfAbsent(call.what(), (key) -> new Figures());
			boolean row = rows(call) == 1;
			boolean done = isDone(call);
			boolean committed = call.step() == Step.COMMITTED;
			figures.calls++;
			figures.done += (row && done) ? 1 : 0;
			figures.neither += (!row && !done) ? 1 : 0;
			if (row != done || done != committed) {
				figures.disagree++;
				CrashRun.this.complaints.add(call.key() + ": row " + row + ", done " + done);
			}
		}

		private int rows(Call call) {
			return count("select count(*) from booking where operation = ? and booking_key = ?", call);
		}

		private boolean isDone(Call call) {
			return count("select count(*) from istos.istos_idempotency"
					+ " where operation = ? and key = ? and state = 'D' and namespace = ''", call) == 1;
		}

		private int count(String sql, Call call) {
			return Objects.requireNonNull(this.jdbc.queryForObject(sql, Integer.class, call.desk(), call.key()));
		}

		void repeat() {
			this.calls.forEach(this::repeat);
			for (String desk : this.desks) {
				this.jdbc
					.queryForList("select key from istos.istos_idempotency where operation = ? and key like ?"
							+ " and state <> 'D'", String.class, desk, loadPrefix(desk) + "%")
					.forEach((key) -> CrashRun.this.repeat(desk, key));
			}
			complainAbout(audit(), "after the repeats for " + this.name);
		}

		private void repeat(Call call) {
			Figures figures = Objects.requireNonNull(CrashRun.this.figures.get(call.what()));
			long start = System.nanoTime();
			Receipt receipt = CrashRun.this.repeat(call.desk(), call.key());
			figures.slowest = Math.max(figures.slowest, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
			boolean mine = count("select count(*) from booking where operation = ? and booking_key = ? and id = '"
					+ receipt.id() + "'", call) == 1;
			if (rows(call) == 1 && mine && isDone(call)) {
				figures.one++;
			}
			else {
				CrashRun.this.complaints.add(call.key() + ": not exactly one row after the repeat");
			}
		}

		private void complainAbout(Audit audit, String when) {
			if (audit.violations() > 0) {
				CrashRun.this.complaints.add(when + ": " + audit);
			}
		}

	}

}
