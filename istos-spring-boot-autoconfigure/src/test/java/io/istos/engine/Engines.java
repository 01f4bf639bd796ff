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
		return operations.upkeep().renewals();
	}

	static List<HeldClaim> heldClaims(DurableOperations operations) {
		RenewableSet<?, ?> claims = (RenewableSet<?, ?>) ReflectionTestUtils.getField(renewals(operations), "claims");
		return claims.held().stream().map(HeldClaim.class::cast).toList();
	}

}
