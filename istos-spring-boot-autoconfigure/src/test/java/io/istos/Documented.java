package io.istos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;

import javax.sql.DataSource;

/**
 * The pages below {@code docs}, and what machines can do with them.
 */
public final class Documented {

	private Documented() {
	}

	public static String page(String page) {
		return read(Path.of("docs", page));
	}

	/**
	 * Read a file by its path from the root of the project, or of the module.
	 */
	static String read(Path path) {
		for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
			Path file = folder.resolve(path);
			if (Files.exists(file)) {
				return readString(file);
			}
		}
		throw new AssertionError("No " + path);
	}

	private static String readString(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static List<String> blocks(String page, String language) {
		return blocksOf(page(page), language);
	}

	static List<String> blocksOf(String text, String language) {
		return Pattern.compile("^```" + language + "\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(text)
			.results()
			.map((block) -> block.group(1))
			.toList();
	}

	/**
	 * Code without white space, and without what an application makes public and a nested
	 * class can't.
	 */
	static String essence(String code) {
		return code.replaceAll("\\bpublic\\b|\\s+", "");
	}

	/**
	 * A file of this module's tests.
	 */
	static String test(String file) {
		return read(Path.of("src/test/java/io/istos", file));
	}

	static String statement(String page, String part) {
		return blocks(page, "sql").stream()
			.filter((statement) -> statement.contains(part))
			.findFirst()
			.orElseThrow(() -> new AssertionError("No documented statement with " + part));
	}

	/**
	 * How many rows a statement finds or changes.
	 */
	static int rows(DataSource dataSource, String sql) throws SQLException {
		try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
			if (!statement.execute(sql)) {
				return statement.getUpdateCount();
			}
			int rows = 0;
			try (ResultSet found = statement.getResultSet()) {
				while (found.next()) {
					rows++;
				}
			}
			return rows;
		}
	}

}
