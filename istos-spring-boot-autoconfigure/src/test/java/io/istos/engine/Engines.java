package io.istos.engine;

import java.util.List;

import org.springframework.test.util.ReflectionTestUtils;

/**
 * Looks into an engine.
 */
final class Engines {

	private Engines() {
	}

	static Renewals renewals(DurableOperations operations) {
		return (Renewals) ReflectionTestUtils.getField(operations, "renewals");
	}

	@SuppressWarnings("unchecked")
	static List<HeldClaim> heldClaims(DurableOperations operations) {
		return List.copyOf((java.util.Set<HeldClaim>) ReflectionTestUtils.getField(renewals(operations), "held"));
	}

}
