package io.istos.samples.payments.story;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the packed application as the README says.
 */
class StoryIntegrationTests {

	@Test
	void endsWell(@TempDir Path directory) throws Exception {
		Path output = directory.resolve("story.txt");
		Process story = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
				System.getProperty("sample.jar"), "--story")
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		try {
			assertThat(story.waitFor(200, TimeUnit.SECONDS)).as("ends in time").isTrue();
			assertThat(story.exitValue()).isZero();
		}
		finally {
			story.destroy();
			System.out.println(Files.readString(output));
		}
	}

}
