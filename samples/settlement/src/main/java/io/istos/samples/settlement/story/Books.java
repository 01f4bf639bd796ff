package io.istos.samples.settlement.story;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.istos.samples.stage.EmbeddedDatabase;

/**
 * What happens outside: business, on which the jobs work; and what the database says.
 */
final class Books {

	static final int TENANTS = 3;

	private static final String TRADE = """
			insert into payment (tenant, day, amount)
			select tenant, :day, n * 10 from unnest(array['acme', 'globex', 'initech']) tenant, generate_series(1, 20) n
			""";

	private static final String ENROLL = "insert into customer (name) select 'customer ' || n from generate_series(1, :n) n";

	/** Who begins before the former holder has ended took over from it. */
	private static final String JOBS = """
			with lease as (
			  select job, scope, epoch, min(began_at) as began_at,
			    case when count(*) = count(ended_at) then max(ended_at) else 'infinity' end as ended_at
			  from job_call where epoch is not null group by job, scope, epoch),
			take_over as (
			  select job, began_at < lag(ended_at) over (partition by scope order by epoch) as taken_over from lease)
			select job, count(*) as fired, count(epoch) as runs,
			  count(*) filter (where epoch is null and outcome = 'returned') as skips,
			  count(*) filter (where outcome = 'refused') as refused,
			  count(*) filter (where outcome = 'failed') as failed,
			  count(*) filter (where outcome is null) as cut_off,
			  (select count(*) from take_over t where t.job = c.job and t.taken_over) as take_overs,
			  count(distinct epoch) as leases
			from job_call c group by job order by job
			""";

	private static final String PROCESSES = "select distinct node, pid from job_call order by pid";

	private static final String CALLS = """
			select job, count(*) as fired,
			  count(*) filter (where epoch is not null and outcome = 'returned') as ran,
			  count(*) filter (where epoch is null and outcome = 'returned') as skipped,
			  count(*) filter (where outcome = 'refused') as refused,
			  count(*) filter (where outcome = 'failed') as failed
			from job_call where pid = :pid group by job order by job
			""";

	/**
	 * A lease that is kept ends with its process, not with a call: who has the next one
	 * took it over, unless the former holder said good-bye.
	 */
	private static final String TAKEN_OVER = """
			with lease as (
			  select scope, epoch, pid, min(began_at) as began_at,
			    case when count(*) = count(ended_at) then max(ended_at) else 'infinity' end as ended_at
			  from job_call where epoch is not null group by scope, epoch, pid),
			change as (
			  select pid, scope, began_at, lag(pid) over former as former_pid, lag(epoch) over former as former_epoch,
			    lag(ended_at) over former as former_ended_at
			  from lease window former as (partition by scope order by epoch)),
			take_over as (
			  select pid, scope, former_pid from change
			  where case when scope = 'outbox' then former_epoch <> :released else began_at < former_ended_at end)
			""";

	private static final String TAKE_OVERS = TAKEN_OVER + "select count(*) from take_over where pid = :pid";

	private static final String KEPT_AND_LOST = TAKEN_OVER
			+ "select count(*) from take_over where former_pid = :pid and scope = 'outbox'";

	private static final String WRITTEN = """
			with written as (
			  select 'settlement/' || tenant as scope, epoch, pg_xact_commit_timestamp(xmin) as at from settlement
			  union all select 'statements', epoch, pg_xact_commit_timestamp(xmin) from statement
			  union all select 'outbox', epoch, pg_xact_commit_timestamp(xmin) from outbox where epoch is not null)
			""";

	private static final String FIGURES = WRITTEN
			+ """
					select
					  (select count(*) from written) as written,
					  (select count(*) from written w where not exists (
					    select from job_call c where c.scope = w.scope and c.epoch = w.epoch)) as strangers,
					  (select count(*) from written w where exists (
					    select from written newer where newer.scope = w.scope and newer.epoch > w.epoch and newer.at < w.at)) as late,
					  (select count(distinct (tenant, day)) from payment) as days,
					  (select count(distinct (tenant, day)) from settlement) as settled_days,
					  (select count(*) from settlement) as settlements,
					  (select count(*) from customer) as customers,
					  (select count(distinct customer_id) from statement) as told_customers,
					  (select count(*) from statement) as statements,
					  (select count(*) from outbox) as messages,
					  (select count(*) from outbox where epoch is not null) as sent
					""";

	private static final String LAST_RUN = """
			select id, node, epoch from job_call where scope = :scope and epoch is not null order by epoch desc, id desc limit 1
			""";

	/**
	 * A call that finds nothing to do is over in no time. Nothing else is going on in the
	 * process: what happens to it, happens to this call.
	 */
	private static final String AT_WORK = """
			select c.id, c.node, c.epoch from job_call c join istos.istos_lease l on l.scope = c.scope and l.epoch = c.epoch
			where c.scope = :scope and c.ended_at is null and c.began_at < clock_timestamp() - interval '300 ms'
			  and l.deadline > clock_timestamp()
			  and not exists (select from job_call o where o.pid = c.pid and o.outcome is null and o.id <> c.id)
			""";

	private final JdbcClient jdbc;

	Books(EmbeddedDatabase database) {
		this.jdbc = JdbcClient
			.create(new DriverManagerDataSource(database.getJdbcUrl(), database.getUsername(), database.getPassword()));
	}

	void trade(LocalDate day) {
		this.jdbc.sql(TRADE).param("day", day).update();
	}

	void enroll(int customers) {
		this.jdbc.sql(ENROLL).param("n", customers).update();
	}

	boolean isSettled(LocalDate day) {
		return count("select count(distinct tenant) from settlement where day = ?", day) == TENANTS;
	}

	long statements() {
		return count("select count(*) from statement");
	}

	boolean isAllDone() {
		Figures figures = figures();
		return figures.settledDays() == figures.days() && figures.toldCustomers() == figures.customers()
				&& figures.sent() == figures.messages();
	}

	private long count(String sql, Object... parameters) {
		return this.jdbc.sql(sql).params(parameters).query(Long.class).single();
	}

	Optional<Run> lastRun(String scope) {
		return this.jdbc.sql(LAST_RUN).param("scope", scope).query(Run.class).optional();
	}

	Optional<Run> atWork(String scope) {
		return this.jdbc.sql(AT_WORK).param("scope", scope).query(Run.class).optional();
	}

	/**
	 * How a run ended.
	 * @param run the run
	 * @return what the logbook says, if it says anything
	 */
	Optional<String> outcome(Run run) {
		return this.jdbc.sql("select outcome from job_call where id = ? and outcome is not null")
			.param(run.id())
			.query(String.class)
			.optional();
	}

	/**
	 * The processes that have called jobs, the dead among them.
	 */
	List<Caller> processes() {
		return this.jdbc.sql(PROCESSES).query(Caller.class).list();
	}

	/**
	 * What the logbook says of one process.
	 * @param pid the process
	 * @param released the last lease on the outbox that was given up by its holder
	 */
	Account account(long pid, long released) {
		List<Account.Calls> calls = this.jdbc.sql(CALLS).param("pid", pid).query(Account.Calls.class).list();
		long refused = calls.stream().mapToLong(Account.Calls::refused).sum();
		boolean keptNone = leases(KEPT_AND_LOST, pid, released) == 0;
		return new Account(calls, leases(TAKE_OVERS, pid, released), refused, keptNone ? refused : null);
	}

	private long leases(String sql, long pid, long released) {
		return this.jdbc.sql(sql).param("pid", pid).param("released", released).query(Long.class).single();
	}

	List<Job> jobs() {
		return this.jdbc.sql(JOBS).query(Job.class).list();
	}

	Figures figures() {
		return this.jdbc.sql(FIGURES).query(Figures.class).single();
	}

	/**
	 * One of the processes that a node has had.
	 *
	 * @param node the node
	 * @param pid the process
	 */
	record Caller(String node, long pid) {

		@Override
		public String toString() {
			return "node " + this.node + ", process " + this.pid;
		}

	}

	/**
	 * What became of the calls of one job.
	 *
	 * @param job the job
	 * @param fired how often it was called
	 * @param runs calls that ran
	 * @param skips calls that found the scope busy
	 * @param refused calls whose commit was refused
	 * @param failed calls that failed otherwise
	 * @param cutOff calls that ended with their process
	 * @param takeOvers how often it began before the former holder had ended
	 * @param leases leases under which it ran
	 */
	record Job(String job, long fired, long runs, long skips, long refused, long failed, long cutOff, long takeOvers,
			long leases) {
	}

	/**
	 * What was written.
	 *
	 * @param written rows that were written under a lease
	 * @param strangers of them, those under one that no job had
	 * @param late of them, those that were committed after a row of a later holder
	 * @param days business days of all tenants
	 * @param settledDays of them, those that are settled
	 * @param settlements settlements
	 * @param customers customers
	 * @param toldCustomers of them, those who have a statement
	 * @param statements statements
	 * @param messages messages
	 * @param sent of them, those that are sent
	 */
	record Figures(long written, long strangers, long late, long days, long settledDays, long settlements,
			long customers, long toldCustomers, long statements, long messages, long sent) {
	}

}
