package io.istos.samples.settlement.story;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.istos.samples.settlement.SettlementApplication;

import static org.assertj.core.api.Assertions.assertThat;

class StoryIntegrationTests {

	@TempDir
	private Path directory;

	/**
	 * Runs the packed application as the README says.
	 */
	@Test
	void endsWell() throws Exception {
		List<String> output = new ArrayList<>();
		assertThat(tell(output, "-jar", System.getProperty("sample.jar"), "--story")).isZero();
	}

	/**
	 * What the profile does is among the tests, so these nodes run from class files.
	 */
	@Test
	void withoutTheFenceItEndsBadly() throws Exception {
		List<String> output = new ArrayList<>();
		int exit = tell(output, "-cp", System.getProperty("java.class.path"), SettlementApplication.class.getName(),
				"--story", "--spring.profiles.active=unfenced");
		assertThat(exit).isOne();
		assertThat(output).contains("FAILED: Rows were written under a lost lease",
				"FAILED: A day was settled twice, or not at all",
				"FAILED: The commit of the node that was stopped was not refused");
		assertThat(output).as("the node knows that it lost its lease, the logbook does not")
			.anyMatch((line) -> line.matches("FAILED: node .* counts .*, but the logbook .*"));
	}

	private int tell(List<String> output, String... arguments) throws Exception {
		Path file = this.directory.resolve("story.txt");
		List<String> command = new ArrayList<>(List.of(arguments));
		command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
		Process story = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file.toFile()).start();
		try {
			assertThat(story.waitFor(200, TimeUnit.SECONDS)).as("ends in time").isTrue();
		}
		finally {
			story.destroy();
			output.addAll(Files.readAllLines(file));
			output.forEach(System.out::println);
		}
		return story.exitValue();
	}

}
