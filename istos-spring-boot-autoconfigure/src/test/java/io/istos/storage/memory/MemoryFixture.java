package io.istos.storage.memory;

import io.istos.storage.ClaimKey;
import io.istos.storage.ScopeKey;
import io.istos.storage.StoragePlugin;
import io.istos.storage.contract.StorageFixture;
import io.istos.storage.contract.TestTransaction;

final class MemoryFixture implements StorageFixture {

	private final DrivenClock clock = new DrivenClock();

	private final InMemoryStoragePlugin plugin = new InMemoryStoragePlugin(this.clock);

	@Override
	public StoragePlugin plugin() {
		return this.plugin;
	}

	@Override
	public StoragePlugin anotherNode() {
		return this.plugin;
	}

	@Override
	public void lapse(ClaimKey key) {
		this.clock.advance(LEASE);
	}

	@Override
	public void expire(ClaimKey key) {
		this.clock.advance(RETENTION);
	}

	@Override
	public void lapse(ScopeKey scope) {
		this.clock.advance(LEASE);
	}

	@Override
	public void ageLog() {
		this.clock.advance(RETENTION);
	}

	@Override
	public void delete(ScopeKey scope) {
		this.plugin.forget(scope);
	}

	@Override
	public TestTransaction begin() {
		return new DrivenTransaction();
	}

	@Override
	public int rounds() {
		return 1000;
	}

}
