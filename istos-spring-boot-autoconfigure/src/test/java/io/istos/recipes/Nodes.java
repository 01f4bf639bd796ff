package io.istos.recipes;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import org.springframework.util.unit.DataSize;

import io.istos.ResultCodec;
import io.istos.coordination.Coordination;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.StoragePlugin;
import io.istos.storage.memory.InMemoryStoragePlugin;

/**
 * Nodes on one store, where time passes when it is told to.
 */
final class Nodes {

	static final String NAMESPACE = "shop";

	private static final ResultCodec CODEC = new JacksonResultCodec(DataSize.ofMegabytes(1));

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T02:00:00Z"));

	private final StoragePlugin store = new InMemoryStoragePlugin(this.now::get);

	Coordination node(String name) {
		return node(this.store, name);
	}

	static Coordination node(StoragePlugin store, String name) {
		return new Coordination(store, CODEC, () -> NAMESPACE, name);
	}

	StoragePlugin store() {
		return this.store;
	}

	Instant now() {
		return this.now.get();
	}

	void pass(Duration duration) {
		this.now.updateAndGet((now) -> now.plus(duration));
	}

}
