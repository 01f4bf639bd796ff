package io.istos.samples.settlement;

import java.util.List;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

import io.istos.samples.settlement.story.Story;

/**
 * Runs the jobs, or with {@code --story} puts them to the test.
 */
@SpringBootApplication
@EnableScheduling
public class SettlementApplication {

	public static void main(String[] args) {
		if (List.of(args).contains("--story")) {
			System.exit(Story.tell(List.of(args)));
		}
		SpringApplication.run(SettlementApplication.class, args);
	}

}
