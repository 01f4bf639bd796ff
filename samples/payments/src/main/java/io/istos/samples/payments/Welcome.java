package io.istos.samples.payments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;

/**
 * Tells whoever started the application where it is and what to try.
 */
@Component
class Welcome {

	private final Resource text;

	private final Environment environment;

	Welcome(@Value("classpath:welcome.txt") Resource text, Environment environment) {
		this.text = text;
		this.environment = environment;
	}

	@EventListener(ApplicationReadyEvent.class)
	void greet() throws IOException {
		if (this.environment.containsProperty("local.server.port")) {
			String text = this.text.getContentAsString(StandardCharsets.UTF_8);
			System.out.println(this.environment.resolvePlaceholders(text));
		}
	}

}
