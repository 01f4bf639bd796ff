package io.istos.storage;

/**
 * A scope, and what is stored of its lease.
 *
 * @param key the scope
 * @param lease its lease
 */
public record LeasedScope(ScopeKey key, LeaseView lease) {

	/**
	 * Whether somebody holds the scope, at the instant it was read.
	 * @return the status
	 */
	public LeaseStatus status() {
		if (this.lease.owner() == null) {
			return LeaseStatus.FREE;
		}
		return this.lease.isHeld() ? LeaseStatus.HELD : LeaseStatus.LAPSED;
	}

}
