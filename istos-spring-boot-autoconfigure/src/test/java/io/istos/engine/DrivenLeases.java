package io.istos.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.springframework.util.unit.DataSize;

import io.istos.Fence;
import io.istos.KeyScope;
import io.istos.LeaseEvent;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.StoragePlugin;
import io.istos.storage.memory.InMemoryStoragePlugin;
import io.istos.transaction.LedgerTransactions;

/**
 * Nodes over one store in memory, whose clocks and renewals a test drives: no thread of
 * theirs runs.
 */
final class DrivenLeases implements AutoCloseable {

	static final Duration TTL = Duration.ofSeconds(30);

	final Faults faults = new Faults();

	final StoragePlugin store;

	final List<LeaseEvent> events = new CopyOnWriteArrayList<>();

	final RecordingListener told = new RecordingListener();

	final ScopeLeases leases;

	final ScopeLeases rival;

	final DurableOperations operations;

	final Fence fence;

	volatile String tenant;

	private final AtomicReference<Instant> clock = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

	private final AtomicLong ticks = new AtomicLong();

	private final DurableOperations others;

	DrivenLeases() {
		this.store = new InMemoryStoragePlugin(this.clock::get);
		this.operations = node(this.faults.around(this.store), this.told);
		this.others = node(this.store, EngineListener.NONE);
		this.leases = new ScopeLeases(this.operations, TTL, this.events::add);
		this.rival = new ScopeLeases(this.others, TTL, (event) -> {
		});
		this.fence = this.leases.fence();
	}

	private DurableOperations node(StoragePlugin plugin, EngineListener listener) {
		EngineSettings defaults = EngineSettings.defaults("node");
		EngineSettings settings = new EngineSettings("", "node", defaults.boundary(), defaults.lease(),
				defaults.retention(), Duration.ofSeconds(5), Duration.ofSeconds(20), defaults.purge());
		KeyScope scope = () -> this.tenant;
		return new DurableOperations(plugin, new JacksonResultCodec(DataSize.ofMegabytes(1)),
				new LedgerTransactions(() -> null), settings, new DurableOperations.Collaborators(() -> scope,
						(operation) -> null, () -> null, () -> null, () -> List.of(listener), null),
				this.ticks::get, (task) -> new Thread());
	}

	/**
	 * Time passes, on every clock, and nobody renews.
	 */
	void pass(Duration time) {
		passInTheStore(time);
		tick(time);
	}

	/**
	 * Time passes on the clock of the nodes.
	 */
	void tick(Duration time) {
		this.ticks.addAndGet(time.toNanos());
	}

	void passInTheStore(Duration time) {
		this.clock.updateAndGet((now) -> now.plus(time));
	}

	/**
	 * The renewal thread looks what is due.
	 */
	boolean renew() {
		return Engines.renewals(this.operations).renewDue();
	}

	/**
	 * The watch looks whose deadline has passed.
	 */
	void watch() {
		Engines.renewals(this.operations).expireLeases();
	}

	boolean rivalRuns(String scope) {
		AtomicReference<Boolean> ran = new AtomicReference<>();
		Threads.run(() -> ran.set(this.rival.run(scope, LeaseOptions.defaults(), () -> {
		})));
		return ran.get();
	}

	@Override
	public void close() {
		this.operations.close();
		this.others.close();
	}

}
