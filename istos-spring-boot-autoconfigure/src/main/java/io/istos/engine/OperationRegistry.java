package io.istos.engine;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.istos.AbandonedResolver;
import io.istos.Boundary;
import io.istos.InvalidKeyException;
import io.istos.InvalidOptionException;
import io.istos.OnAbandoned;
import io.istos.storage.ClaimKey;
import io.istos.storage.Outcome;

/**
 * The operations of an engine, each under a name of its own. Thread-safe.
 */
final class OperationRegistry {

	private final Map<String, DurableOperation<?>> operations = new ConcurrentHashMap<>();

	private final Upkeep upkeep;

	private final EngineSettings settings;

	private final CallStrategies strategies;

	private final RecordedFailures failures;

	private final ResultSeal seal;

	OperationRegistry(Upkeep upkeep, EngineSettings settings, CallStrategies strategies, RecordedFailures failures,
			ResultSeal seal) {
		this.upkeep = upkeep;
		this.settings = settings;
		this.strategies = strategies;
		this.failures = failures;
		this.seal = seal;
	}

	<R> DurableOperation<R> define(String name, Type type, DurableOptions options) {
		checkName(name);
		OperationSpec spec = new OperationSpec(name, OperationSpec.resultType(type), OperationSpec.isAsynchronous(type),
				resolve(options), this.upkeep.codec(), this.failures, this.seal);
		check(spec);
		DurableOperation<R> operation = new DurableOperation<>(spec, this.strategies.of(spec),
				this.upkeep.transactions(), this.upkeep.listener());
		if (this.operations.putIfAbsent(name, operation) != null) {
			throw new DuplicateOperationException(name);
		}
		return operation;
	}

	private static void checkName(String name) {
		try {
			new ClaimKey("", name, "-");
		}
		catch (InvalidKeyException ex) {
			throw new InvalidOptionException("A durable operation has a name that can't be stored: " + ex.getMessage(),
					"Choose a name of 1 to " + ClaimKey.MAX_OPERATION_BYTES + " bytes", ex);
		}
	}

	private void check(OperationSpec spec) {
		try {
			OptionRules.check(spec, this.upkeep.transactions());
		}
		catch (InvalidOptionException ex) {
			throw ex;
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidOptionException(
					"The results of operation '" + spec.name() + "' can't be stored: " + ex.getMessage(),
					"Choose another result type, or publish a ResultCodec bean that can store this one", ex);
		}
	}

	private DurableOptions resolve(DurableOptions options) {
		Boundary boundary = (options.boundary() != Boundary.DEFAULT) ? options.boundary() : this.settings.boundary();
		Duration lease = Objects.requireNonNullElse(options.lease(), this.settings.lease());
		Duration retention = Objects.requireNonNullElse(options.retention(), this.settings.retention());
		return options.withBoundary(boundary).withLease(lease).withRetention(retention);
	}

	Optional<DurableOperation<?>> find(String name) {
		return Optional.ofNullable(this.operations.get(name));
	}

	List<String> names() {
		return this.operations.keySet().stream().sorted().toList();
	}

	void requireResolvers(Function<String, @Nullable AbandonedResolver<?>> resolvers) {
		this.operations.values().forEach((operation) -> requireResolver(operation, resolvers));
	}

	private static void requireResolver(DurableOperation<?> operation,
			Function<String, @Nullable AbandonedResolver<?>> resolvers) {
		if (operation.options().onAbandoned() == OnAbandoned.RECONCILE && resolvers.apply(operation.name()) == null) {
			throw new InvalidOptionException(
					"Operation '" + operation.name() + "' has onAbandoned RECONCILE, but no one to ask",
					"Define an AbandonedResolver bean whose operation() is '" + operation.name()
							+ "', or choose RERUN or HOLD");
		}
	}

	Outcome failure(String operation, String type, @Nullable String message) {
		return new Outcome(Outcome.Kind.FAILURE, this.seal.seal(operation, this.failures.encode(type, message)));
	}

}
