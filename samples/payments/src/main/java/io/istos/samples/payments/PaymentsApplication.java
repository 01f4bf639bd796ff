package io.istos.samples.payments;

import java.util.List;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

import io.istos.samples.payments.story.Story;

/**
 * Serves payments, or with {@code --story} puts itself to the test.
 */
@SpringBootApplication
public class PaymentsApplication {

	public static void main(String[] args) {
		if (List.of(args).contains("--story")) {
			System.exit(Story.tell());
		}
		SpringApplication.run(PaymentsApplication.class, args);
	}

}
