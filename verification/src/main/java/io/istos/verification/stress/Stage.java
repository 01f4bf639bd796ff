package io.istos.verification.stress;

import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Boundary;
import io.istos.Durable;
import io.istos.IgnoreInKey;
import io.istos.verification.app.Receipt;

/**
 * The durable methods of the stress, one for each kind of transaction.
 */
public class Stage {

	private final Performer performer;

	Stage(Performer performer) {
		this.performer = performer;
	}

	@Durable(name = "read-committed", key = "#key")
	@Transactional
	public Receipt readCommitted(String key, @IgnoreInKey Act act) throws Refusal {
		return this.performer.perform(key, act);
	}

	@Durable(name = "repeatable-read", key = "#key")
	@Transactional(isolation = Isolation.REPEATABLE_READ)
	public Receipt repeatableRead(String key, @IgnoreInKey Act act) throws Refusal {
		return this.performer.perform(key, act);
	}

	@Durable(name = "required", key = "#key", boundary = Boundary.REQUIRED)
	@Transactional
	public Receipt required(String key, @IgnoreInKey Act act) throws Refusal {
		return this.performer.perform(key, act);
	}

	@Durable(name = "nested", key = "#key", boundary = Boundary.REQUIRED)
	@Transactional(propagation = Propagation.NESTED)
	public Receipt nested(String key, @IgnoreInKey Act act) throws Refusal {
		return this.performer.perform(key, act);
	}

	@Durable(name = "joined", key = "#key", boundary = Boundary.JOINED)
	@Transactional
	public Receipt joined(String key, @IgnoreInKey Act act) throws Refusal {
		return this.performer.perform(key, act);
	}

	/**
	 * One of the methods.
	 */
	interface Piece {

		Receipt perform(String key, Act act) throws Refusal;

	}

}
