package io.istos.verification.lease;

import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

import io.istos.ScopeLease;

/**
 * As it should be.
 */
class FencedTeller implements Teller {

	private final Till till;

	FencedTeller(Till till) {
		this.till = till;
	}

	@Override
	@ScopeLease("#{#scope}")
	@Transactional
	public void readCommitted(String scope) {
		this.till.add(scope);
	}

	@Override
	@ScopeLease("#{#scope}")
	@Transactional(isolation = Isolation.REPEATABLE_READ)
	public void repeatableRead(String scope) {
		this.till.add(scope);
	}

	@Override
	@ScopeLease("#{#scope}")
	public void steps(String scope) {
		this.till.addInSteps(scope, true);
	}

	@Override
	@ScopeLease("#{#scope}")
	public void handedOver(String scope) {
		this.till.addElsewhere(scope);
	}

}
