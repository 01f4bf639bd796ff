package io.istos.storage.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Document;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;
import io.istos.storage.postgres.Step.Field;

/**
 * The steps of documents. An empty answer to a write means: lost a race, ask again.
 */
final class DocumentSteps {

	static final Step<EntryKey, Optional<Document>> FIND = Step.ofEntry("find-document", Function.identity(), List.of(),
			(row) -> Optional.ofNullable(document(row)));

	static final Step<Write, Optional<Answer>> CREATE = Step.ofEntry("create-document", Write::key,
			List.of(Field.text("value", Write::value)), DocumentSteps::answer);

	static final Step<Write, Optional<Answer>> REPLACE = Step.ofEntry("replace-document", Write::key,
			List.of(Field.number("ver", Write::version), Field.text("value", Write::value)), DocumentSteps::answer);

	static final Step<Deletion, Optional<Boolean>> DELETE = Step.ofEntry("delete-document", Deletion::key,
			List.of(Field.number("ver", Deletion::version)), DocumentSteps::deleted);

	private DocumentSteps() {
	}

	private static @Nullable Document document(ResultSet row) throws SQLException {
		String value = row.getString("value");
		return (value != null) ? new Document(value, row.getLong("version")) : null;
	}

	private static Optional<Answer> answer(ResultSet row) throws SQLException {
		return switch (row.getString("answer")) {
			case "WRITTEN" -> Optional.of(new Answer(row.getLong("version"), null));
			case "REFUSED" -> Optional.of(new Answer(null, document(row)));
			default -> Optional.empty();
		};
	}

	private static Optional<Boolean> deleted(ResultSet row) throws SQLException {
		return switch (row.getString("answer")) {
			case "DELETED" -> Optional.of(true);
			case "REFUSED" -> Optional.of(false);
			default -> Optional.empty();
		};
	}

	/**
	 * A write.
	 *
	 * @param key the key
	 * @param version the version that is replaced, if any
	 * @param value the value
	 */
	record Write(EntryKey key, @Nullable Long version, String value) {
	}

	/**
	 * A deletion.
	 *
	 * @param key the key
	 * @param version the version that is deleted
	 */
	record Deletion(EntryKey key, long version) {
	}

	/**
	 * The answer to a write, without the value that came with it.
	 *
	 * @param written the new version, if it was written
	 * @param present what is there, if it was not
	 */
	record Answer(@Nullable Long written, @Nullable Document present) {

		DocumentWrite of(String value) {
			return (this.written != null) ? new DocumentWrite(true, new Document(value, this.written))
					: new DocumentWrite(false, this.present);
		}

	}

}
