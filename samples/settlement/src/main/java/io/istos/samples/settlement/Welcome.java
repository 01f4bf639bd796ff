package io.istos.samples.settlement;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Tells whoever started the application where it can be looked at.
 */
@Component
class Welcome {

	private final Environment environment;

	Welcome(Environment environment) {
		this.environment = environment;
	}

	@EventListener(ApplicationReadyEvent.class)
	void greet() {
		String port = this.environment.getProperty("local.server.port");
		if (port != null) {
			System.out.println("Operators look at http://localhost:" + port + "/actuator");
		}
	}

}
