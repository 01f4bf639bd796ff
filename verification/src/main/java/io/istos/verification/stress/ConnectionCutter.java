package io.istos.verification.stress;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Cuts a connection of a node, any one, whatever it is doing.
 */
final class ConnectionCutter implements Runnable {

	private static final String SQL = """
			select count(pg_terminate_backend(pid)) from (
			  select pid from pg_stat_activity where datname = current_database() and application_name like 'node-%'
			  order by random() limit 1) victim
			""";

	private final JdbcTemplate jdbc;

	private final Tally tally;

	ConnectionCutter(DataSource dataSource, Tally tally) {
		this.jdbc = new JdbcTemplate(dataSource);
		this.tally = tally;
	}

	@Override
	public void run() {
		Long cut = this.jdbc.queryForObject(SQL, Long.class);
		this.tally.count("connections cut", (cut != null) ? cut : 0);
	}

}
