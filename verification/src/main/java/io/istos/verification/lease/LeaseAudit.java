package io.istos.verification.lease;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.verification.Table;

/**
 * What the database says: the rows that were written under leases, in the order of their
 * commits, against the leases that were granted. Every row adds one to the balance of its
 * scope, which its writer read before.
 *
 * @param rows rows written under leases
 * @param leases leases under which they were written
 * @param strangers rows whose epoch is not that of a lease that their writer was granted
 * on their scope
 * @param late rows that were committed after one of a later epoch
 * @param lostUpdates rows whose addition is not in the balance
 * @param wrongCheckpoints scopes whose checkpoint is not what was saved last with a row
 */
public record LeaseAudit(long rows, long leases, long strangers, long late, long lostUpdates, long wrongCheckpoints) {

	private static final String TABLES = """
			create table granted (scope text collate "C" not null, epoch bigint not null, node text not null,
			  taken_over boolean not null, primary key (scope, epoch));
			create table balance (scope text collate "C" primary key, amount bigint not null);
			create table entry (id bigint generated always as identity primary key, scope text collate "C" not null,
			  epoch bigint not null, node text not null, amount bigint not null, checkpoint boolean not null);
			create index entry_scope on entry (scope, epoch);
			create table failure (id bigint generated always as identity primary key, node text not null, what text not null);
			""";

	// The two orders may differ only where commits have the same timestamp.
	private static final String QUERY = """
			with committed as (
			  select scope, epoch, max(epoch) over (partition by scope order by pg_xact_commit_timestamp(xmin), epoch
			    rows between unbounded preceding and current row) as latest from entry)
			select (select count(*) from entry), (select count(distinct (scope, epoch)) from entry),
			  (select count(*) from entry e where not exists (
			    select 1 from granted g where g.scope = e.scope and g.epoch = e.epoch and g.node = e.node)),
			  (select count(*) from committed where epoch < latest),
			  (select count(*) from entry) - (select coalesce(sum(amount), 0) from balance),
			  (select count(*) from istos.istos_lease l where l.state::bigint is distinct from (
			    select max(e.amount) from entry e where e.scope = l.scope and e.checkpoint))
			""";

	/**
	 * Create the tables. No constraint and no lock of their own keeps anybody off.
	 * @param dataSource the database
	 * @param scopes the scopes that are worked on
	 */
	public static void createTables(DataSource dataSource, Iterable<String> scopes) {
		JdbcTemplate jdbc = new JdbcTemplate(dataSource);
		jdbc.execute(TABLES);
		scopes.forEach((scope) -> jdbc.update("insert into balance values (?, 0)", scope));
	}

	/**
	 * Compare. Sound at any moment, since one statement sees one snapshot.
	 * @param dataSource the database
	 * @return what it says
	 */
	public static LeaseAudit of(DataSource dataSource) {
		return new JdbcTemplate(dataSource).queryForObject(QUERY, (row, n) -> new LeaseAudit(row.getLong(1),
				row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6)));
	}

	/**
	 * How often the promise was broken.
	 * @return the number of rows and scopes
	 */
	public long violations() {
		return this.strangers + this.late + this.lostUpdates + this.wrongCheckpoints;
	}

	/**
	 * As a table for the console.
	 * @return the table
	 */
	public Table table() {
		return new Table("rows", "leases", "strangers", "late", "lost updates", "wrong checkpoints").row(this.rows,
				this.leases, this.strangers, this.late, this.lostUpdates, this.wrongCheckpoints);
	}

}
