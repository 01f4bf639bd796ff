package io.istos.samples.settlement;

import java.time.Duration;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Prints statements, slowly.
 */
@Component
class Press {

	private final Duration effort;

	Press(@Value("${settlement.printing}") Duration effort) {
		this.effort = effort;
	}

	String print(Customer customer) {
		Effort.of(this.effort);
		return "Dear " + customer.name() + ", your account is settled.";
	}

}
