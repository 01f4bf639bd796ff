package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * What one look at the catalogue found.
 *
 * @param server the server's version number
 * @param schema whether the schema exists
 * @param relations columns and primary key of Istos's tables, sequences and indexes, by
 * name
 */
record SchemaLook(int server, boolean schema, Map<String, Relation> relations) {

	private static final int OLDEST_SERVER = 140_000;

	/**
	 * Each with its primary key first, then the columns that may have been added later.
	 */
	private static final List<Expected> EXPECTED = List.of(
			new Expected("istos_idempotency", "namespace,operation,key",
					"state,owner,epoch,deadline,fingerprint,outcome,result,attempts,last_error,claimed_at,instance,"
							+ "trace_id,former_state,former_claimed_at,former_deadline,former_instance,expires_at"),
			new Expected("istos_lease", "namespace,scope",
					"epoch,owner,deadline,acquired_at,taken_over,instance,state,version"),
			new Expected("istos_event_log", "id", "namespace,key,idempotency_key,kind,value,at"),
			new Expected("istos_document", "namespace,key", "value,version,created_at,updated_at"),
			new Expected("istos_kv_store", "namespace,key", "value,updated_at"),
			new Expected("istos_schema_version", "version", "installed_at"), new Expected("istos_epoch", null, ""),
			new Expected("istos_idempotency_expiry", null, ""), new Expected("istos_idempotency_open", null, ""),
			new Expected("istos_event_log_key", null, ""), new Expected("istos_event_log_at", null, ""));

	/**
	 * How many relations there must be.
	 */
	static int count() {
		return EXPECTED.size();
	}

	/**
	 * The names of all, separated by commas.
	 */
	static String names() {
		return EXPECTED.stream().map(Expected::name).collect(Collectors.joining(","));
	}

	static SchemaLook at(Connection connection, String sql, String schema) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			statement.setString(1, schema);
			return Results.read(statement, SchemaLook::read);
		}
	}

	private static SchemaLook read(ResultSet rows) throws SQLException {
		Map<String, Relation> relations = new HashMap<>();
		int server = 0;
		boolean schema = false;
		while (rows.next()) {
			server = rows.getInt("server");
			schema = rows.getBoolean("schema");
			String name = rows.getString("name");
			if (name != null) {
				relations.put(name, new Relation(rows.getString("columns"), rows.getString("primary_key")));
			}
		}
		return new SchemaLook(server, schema, relations);
	}

	boolean serverTooOld() {
		return this.server < OLDEST_SERVER;
	}

	/** Whether something is missing as a whole. */
	boolean incomplete() {
		return !missing().isEmpty();
	}

	/** What is missing as a whole. */
	List<String> missing() {
		return EXPECTED.stream().map(Expected::name).filter((name) -> !this.relations.containsKey(name)).toList();
	}

	/** What is wrong with a table that exists; {@code null} if nothing is. */
	@Nullable String damage() {
		for (Expected expected : EXPECTED) {
			Relation found = this.relations.get(expected.name());
			String damage = (found != null) ? expected.compare(found) : null;
			if (damage != null) {
				return damage;
			}
		}
		return null;
	}

	/**
	 * A table, sequence or index that exists.
	 *
	 * @param columns the columns, if any, separated by commas
	 * @param primaryKey the columns of the primary key, if any
	 */
	record Relation(@Nullable String columns, @Nullable String primaryKey) {
	}

	private record Expected(String name, @Nullable String primaryKey, String columns) {

		@Nullable String compare(Relation found) {
			if (this.primaryKey == null) {
				return null;
			}
			if (!this.primaryKey.equals(found.primaryKey())) {
				return "Table " + this.name + " lacks its primary key (" + this.primaryKey + ")";
			}
			Set<String> missing = new TreeSet<>(Arrays.asList(this.columns.split(",")));
			missing.removeAll(Arrays.asList(String.valueOf(found.columns()).split(",")));
			return missing.isEmpty() ? null : "Table " + this.name + " lacks the columns " + missing;
		}

	}

}
