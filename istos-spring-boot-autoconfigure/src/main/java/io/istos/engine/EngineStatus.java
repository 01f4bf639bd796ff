package io.istos.engine;

import java.time.Duration;
import java.util.List;

/**
 * How the engine of this process is, at one moment.
 *
 * @param runningCalls durable and leased calls that have not ended; one inside a caller's
 * transaction ends with that
 * @param heldClaims claims that are renewed
 * @param heldLeases leases that are renewed, those kept between calls included
 * @param deadThreads the threads that keep claims and leases alive and have died; empty
 * unless something is very wrong
 * @param renewalDelay for how long the most belated renewal has been due; zero if none is
 * @param overdue claims and leases whose renewal has got no answer for as long as they
 * last: another process may have taken them over
 */
public record EngineStatus(int runningCalls, int heldClaims, int heldLeases, List<String> deadThreads,
		Duration renewalDelay, int overdue) {

	/**
	 * Copy.
	 */
	public EngineStatus {
		deadThreads = List.copyOf(deadThreads);
	}

}
