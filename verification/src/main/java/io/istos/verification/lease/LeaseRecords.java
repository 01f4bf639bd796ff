package io.istos.verification.lease;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What is going on, as the database sees it.
 */
final class LeaseRecords {

	private final JdbcTemplate jdbc;

	LeaseRecords(DataSource dataSource) {
		this.jdbc = new JdbcTemplate(dataSource);
	}

	boolean areThereAny() {
		return is("select exists (select 1 from entry)");
	}

	List<HeldScope> heldBy(String instance) {
		return this.jdbc.query(
				"select scope, epoch, deadline from istos.istos_lease"
						+ " where instance = ? and owner is not null and deadline > clock_timestamp()",
				(row, n) -> new HeldScope(row.getString(1), row.getLong(2), row.getTimestamp(3)), instance);
	}

	/**
	 * Whether a later holder has committed a row.
	 */
	boolean isSucceeded(HeldScope held) {
		return is("select exists (select 1 from entry where scope = ? and epoch > ?)", held.scope(), held.epoch());
	}

	/**
	 * Whether a lease, not renewed any more, lapsed some time ago.
	 */
	boolean isOverdue(HeldScope held, Duration since) {
		return is("select ?::timestamptz + ? * interval '1 ms' < clock_timestamp()", held.deadline(), since.toMillis());
	}

	private boolean is(String sql, Object... parameters) {
		return Boolean.TRUE.equals(this.jdbc.queryForObject(sql, Boolean.class, parameters));
	}

	long takeOvers() {
		return Objects
			.requireNonNull(this.jdbc.queryForObject("select count(*) from granted where taken_over", Long.class));
	}

	Map<String, Long> failures() {
		return this.jdbc
			.query("select what, count(*) from failure group by what",
					(row, n) -> Map.entry(row.getString(1), row.getLong(2)))
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
	}

}
