package io.istos;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;

import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whoever looks an exception up in the runbook must find it.
 */
class RunbookTests {

	private static final String PAGE = "runbook.md";

	private final String page = Documented.page(PAGE);

	@Test
	void everyExceptionHasItsParagraph() {
		Set<String> exceptions = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("io.istos")
			.stream()
			.filter((type) -> type.isAssignableTo(IstosException.class))
			.filter((type) -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
			.map(JavaClass::getSimpleName)
			.collect(Collectors.toSet());
		assertThat(exceptions).contains("InFlightException");
		assertThat(headings("Exception")).containsExactlyInAnyOrderElementsOf(exceptions);
	}

	@Test
	void everyParagraphSaysWhatIsSafeWhereToLookAndWhatToDo() {
		List<String> paragraphs = Pattern.compile("^### ", Pattern.MULTILINE)
			.splitAsStream(this.page)
			.skip(1)
			.map((text) -> text.replaceAll("\\s+", " "))
			.toList();
		assertThat(paragraphs).hasSizeGreaterThan(30)
			.allSatisfy((text) -> assertThat(text).contains("*Safe:*")
				.containsPattern("\\*Look( and do)?:\\*")
				.containsPattern("\\*(Look and d|D)o:\\*"));
	}

	@Test
	void everyReferenceWithinThePageLeadsSomewhere() {
		Set<String> anchors = Pattern.compile("^##+ (.*)$", Pattern.MULTILINE)
			.matcher(this.page)
			.results()
			.map((heading) -> heading.group(1).toLowerCase(Locale.ROOT).replace(' ', '-'))
			.collect(Collectors.toSet());
		assertThat(Pattern.compile("]\\(#(.*?)\\)").matcher(this.page).results())
			.allSatisfy((link) -> assertThat(anchors).contains(link.group(1)));
	}

	@Test
	void itsStatementsRun() throws SQLException {
		try (TestDatabase database = TestDatabase.create(); HikariDataSource pool = database.hikari(3)) {
			PostgresStoragePlugin.create(pool, pool, PostgresSettings.defaults()).prepare();
			for (String statement : Documented.blocks(PAGE, "sql")) {
				assertThat(Documented.rows(pool, statement)).isNotNegative();
			}
		}
	}

	private List<String> headings(String ending) {
		return Pattern.compile("^### (\\w+" + ending + ")$", Pattern.MULTILINE)
			.matcher(this.page)
			.results()
			.map((heading) -> heading.group(1))
			.toList();
	}

}
