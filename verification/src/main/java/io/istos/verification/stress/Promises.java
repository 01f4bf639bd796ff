package io.istos.verification.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What callers were told. Whatever they are told later, and the database in the end, must
 * say the same.
 */
final class Promises {

	private static final Pattern ID = Pattern.compile("[0-9a-f]{8}-[0-9a-f-]{27}");

	private final Map<String, String> told = new ConcurrentHashMap<>();

	private final Queue<String> contradictions = new ConcurrentLinkedQueue<>();

	void keep(String call, String outcome) {
		String earlier = this.told.putIfAbsent(call, outcome);
		if (earlier != null && !earlier.equals(outcome)) {
			contradict(call + " told " + earlier + ", then " + outcome);
		}
	}

	void contradict(String what) {
		this.contradictions.add(what);
	}

	int count() {
		return this.told.size();
	}

	/**
	 * Compare with the rows.
	 * @param dataSource the database
	 * @return every contradiction
	 */
	List<String> contradictions(DataSource dataSource) {
		Set<String> rows = new JdbcTemplate(dataSource).queryForList("select id::text from booking", String.class)
			.stream()
			.collect(Collectors.toSet());
		List<String> all = new ArrayList<>(this.contradictions);
		this.told.forEach((call, outcome) -> {
			Matcher id = ID.matcher(outcome);
			if (!id.find() || !rows.contains(id.group())) {
				all.add(call + " told " + outcome + ", and there is no such row");
			}
		});
		return all;
	}

}
