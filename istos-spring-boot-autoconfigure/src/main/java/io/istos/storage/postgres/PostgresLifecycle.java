package io.istos.storage.postgres;

import org.springframework.context.SmartLifecycle;

/**
 * Looks at database and schema once all beans are there, migrations included, and before
 * anything else starts.
 */
final class PostgresLifecycle implements SmartLifecycle {

	private final PostgresStoragePlugin plugin;

	private volatile boolean running;

	PostgresLifecycle(PostgresStoragePlugin plugin) {
		this.plugin = plugin;
	}

	@Override
	public void start() {
		this.plugin.prepare();
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public boolean isPauseable() {
		return false;
	}

	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

}
