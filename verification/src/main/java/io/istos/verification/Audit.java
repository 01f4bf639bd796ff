package io.istos.verification;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What the database says: business rows against outcomes. Calls of the operation
 * {@code own} write no rows.
 *
 * @param rows business rows
 * @param done keys with an outcome
 * @param doubles keys with more than one business row
 * @param rowsWithoutDone keys with a business row but no outcome
 * @param doneWithoutRow keys with an outcome but no business row
 * @param strangers keys whose outcome speaks of another row or epoch than their row does
 * @param open keys claimed or free
 */
public record Audit(long rows, long done, long doubles, long rowsWithoutDone, long doneWithoutRow, long strangers,
		long open) {

	private static final String TABLE = """
			create table booking (id uuid primary key, operation text not null, booking_key text collate "C" not null,
			  epoch bigint not null, node text not null, at timestamptz not null default clock_timestamp());
			create index booking_key on booking (operation, booking_key);
			""";

	private static final String QUERY = """
			with ledger as (
			    select operation, key, epoch, state, result from istos.istos_idempotency where operation <> 'own'),
			  done as (select * from ledger where state = 'D'),
			  keys as (select operation, booking_key as key, count(*) as n from booking group by 1, 2)
			select (select count(*) from booking), (select count(*) from done),
			  (select count(*) from keys where n > 1),
			  (select count(*) from keys k where not exists (
			    select 1 from done d where d.operation = k.operation and d.key = k.key)),
			  (select count(*) from done d where not exists (
			    select 1 from keys k where d.operation = k.operation and d.key = k.key)),
			  (select count(*) from keys k join done d on d.operation = k.operation and d.key = k.key
			    where not exists (select 1 from booking b where b.operation = d.operation and b.booking_key = d.key
			      and b.epoch = d.epoch and position(b.id::text in d.result) > 0)),
			  (select count(*) from ledger where state <> 'D')
			""";

	/**
	 * Create the table of business rows. No constraint of its own keeps doubles out.
	 * @param dataSource the database
	 */
	public static void createTable(DataSource dataSource) {
		new JdbcTemplate(dataSource).execute(TABLE);
	}

	/**
	 * Compare. Sound at any moment, since one statement sees one snapshot.
	 * @param dataSource the database
	 * @return what it says
	 */
	public static Audit of(DataSource dataSource) {
		return new JdbcTemplate(dataSource).queryForObject(QUERY, (row, n) -> new Audit(row.getLong(1), row.getLong(2),
				row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6), row.getLong(7)));
	}

	/**
	 * How often the promise was broken.
	 * @return the number of keys
	 */
	public long violations() {
		return this.doubles + this.rowsWithoutDone + this.doneWithoutRow + this.strangers;
	}

	/**
	 * As a table for the console.
	 * @return the table
	 */
	public Table table() {
		return new Table("business rows", "done", "doubles", "rows without done", "done without row", "strangers",
				"open")
			.row(this.rows, this.done, this.doubles, this.rowsWithoutDone, this.doneWithoutRow, this.strangers,
					this.open);
	}

}
