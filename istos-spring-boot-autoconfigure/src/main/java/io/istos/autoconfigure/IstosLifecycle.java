package io.istos.autoconfigure;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

import io.istos.engine.DurableOperations;

/**
 * Starts before whatever may call durable methods (web server, listeners, schedulers) and
 * stops after it: calls that run at shutdown complete while every bean they use is still
 * there.
 */
final class IstosLifecycle implements SmartLifecycle {

	private static final int PHASE = Integer.MIN_VALUE / 2;

	private final ConfigurableApplicationContext context;

	private final DurableOperations operations;

	private final Runnable checks;

	private boolean started;

	private volatile boolean running;

	IstosLifecycle(ConfigurableApplicationContext context, DurableOperations operations, Runnable checks) {
		this.context = context;
		this.operations = operations;
		this.checks = checks;
	}

	@Override
	public void start() {
		if (!this.started) {
			this.checks.run();
			this.operations.start();
			this.started = true;
		}
		this.running = true;
	}

	/** A context that is merely stopped may start again; what is closed can't. */
	@Override
	public void stop() {
		this.running = false;
		if (this.context.isClosed()) {
			this.operations.close();
		}
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
		return PHASE;
	}

}
