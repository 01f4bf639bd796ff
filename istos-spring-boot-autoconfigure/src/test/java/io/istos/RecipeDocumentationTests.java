package io.istos;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of recipes quotes from tests that are run: section by section, each from its
 * own.
 */
class RecipeDocumentationTests {

	private static final Pattern SECTION = Pattern.compile("^## ([^\\n]+)\\n(.*?)(?=^## |\\z)",
			Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern LINK = Pattern.compile("^- \\[(.+?)]\\(#(.+?)\\)", Pattern.MULTILINE);

	private static final String PAGE = Documented.page("recipes.md");

	static Stream<Recipe> recipes() {
		return SECTION.matcher(PAGE).results().map((section) -> new Recipe(section.group(1), section.group(2)));
	}

	@Test
	void thereAreSeven() {
		assertThat(recipes().map(Recipe::name)).containsExactly("Idempotent dispatch", "Cron tick once",
				"Step checkpoints", "Worker heartbeat", "Cooperative cancel", "Sweeper", "Hand-over");
		assertThat(LINK.matcher(PAGE).results().map((link) -> link.group(1)))
			.containsExactlyElementsOf(recipes().map(Recipe::name).toList());
	}

	@ParameterizedTest
	@MethodSource("recipes")
	void eachIsQuotedFromItsTest(Recipe recipe) {
		String test = Documented.essence(Documented.test("recipes/" + recipe.test() + ".java"));
		List<String> fragments = Documented.blocksOf(recipe.text(), "java");
		assertThat(fragments).isNotEmpty()
			.allSatisfy((fragment) -> assertThat(test).contains(Documented.essence(fragment)));
	}

	record Recipe(String name, String text) {

		String test() {
			String[] words = this.name.split("[ -]");
			return String.join("", Arrays.stream(words).map(StringUtils::capitalize).toList()) + "Tests";
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
