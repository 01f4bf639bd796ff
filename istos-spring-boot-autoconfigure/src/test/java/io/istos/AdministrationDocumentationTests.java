package io.istos;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The code of the page on administration is code that compiles.
 */
class AdministrationDocumentationTests {

	@Test
	void examplesAreCompiled() {
		String examples = Documented.essence(Documented.test("AdministrationExamples.java"));
		assertThat(Documented.blocks("administration.md", "java")).hasSize(3)
			.allSatisfy((block) -> assertThat(examples).contains(Documented.essence(block)));
	}

	@Test
	void theStatementIsThatOfTheCode() {
		String statement = Documented.statement("administration.md", "processed_message").replace(";", "");
		assertThat(Documented.test("AdministrationExamples.java")).contains(statement.strip());
	}

}
