package io.istos.verification.lease;

import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Fencing;
import io.istos.ScopeLease;

/**
 * Without the fence: an audit that finds nothing wrong with it proves nothing.
 */
class UnfencedTeller implements Teller {

	private final Till till;

	UnfencedTeller(Till till) {
		this.till = till;
	}

	@Override
	@ScopeLease(scope = "#{#scope}", fence = Fencing.NONE)
	@Transactional
	public void readCommitted(String scope) {
		this.till.add(scope);
	}

	@Override
	@ScopeLease(scope = "#{#scope}", fence = Fencing.NONE)
	@Transactional(isolation = Isolation.REPEATABLE_READ)
	public void repeatableRead(String scope) {
		this.till.add(scope);
	}

	@Override
	@ScopeLease(scope = "#{#scope}", fence = Fencing.NONE)
	public void steps(String scope) {
		this.till.addInSteps(scope, false);
	}

	@Override
	@ScopeLease(scope = "#{#scope}", fence = Fencing.NONE)
	public void handedOver(String scope) {
		this.till.addElsewhere(scope);
	}

}
