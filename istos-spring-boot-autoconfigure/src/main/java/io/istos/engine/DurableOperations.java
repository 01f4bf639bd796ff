package io.istos.engine;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ParameterizedTypeReference;

import io.istos.AbandonedResolver;
import io.istos.Boundary;
import io.istos.DurableCall;
import io.istos.InvalidKeyException;
import io.istos.InvalidOptionException;
import io.istos.KeyScope;
import io.istos.OnAbandoned;
import io.istos.ResultCipher;
import io.istos.ResultCodec;
import io.istos.storage.ClaimKey;
import io.istos.storage.Outcome;
import io.istos.storage.StoragePlugin;
import io.istos.transaction.LedgerTransactions;

/**
 * Defines durable operations and runs their calls: the engine behind
 * {@link io.istos.Durable}, and the door for code that annotations don't reach. Names are
 * unique across both. Thread-safe.
 */
public final class DurableOperations implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(DurableOperations.class);

	private final Map<String, DurableOperation<?>> operations = new ConcurrentHashMap<>();

	private final EngineSettings settings;

	private final ResultCodec codec;

	private final RecordedFailures failures;

	private final ResultSeal seal;

	private final Function<String, @Nullable AbandonedResolver<?>> resolvers;

	private final Upkeep upkeep;

	private final CallStack stack = new CallStack();

	private final CallStrategy exactlyOnce;

	private final CallStrategy atLeastOnce;

	private final CallStrategy atMostOnce = new AtMostOnce();

	/**
	 * Create an engine. Nothing is started and the store is not touched before the first
	 * call or {@link #start()}.
	 * @param store the store
	 * @param codec encodes results and fingerprints
	 * @param transactions knows the transaction that is open on the ledger
	 * @param settings the settings
	 * @param collaborators what the application contributes
	 */
	public DurableOperations(StoragePlugin store, ResultCodec codec, LedgerTransactions transactions,
			EngineSettings settings, Collaborators collaborators) {
		this(store, codec, transactions, settings, collaborators, System::nanoTime, DurableOperations::daemon);
	}

	DurableOperations(StoragePlugin store, ResultCodec codec, LedgerTransactions transactions, EngineSettings settings,
			Collaborators collaborators, Ticker ticker, ThreadFactory threads) {
		this.settings = settings;
		this.codec = codec;
		this.resolvers = collaborators.resolvers();
		this.failures = new RecordedFailures(codec, collaborators.classLoader());
		this.seal = new ResultSeal(collaborators.cipher());
		EngineListener listener = new Listeners(collaborators.listeners());
		this.upkeep = new Upkeep(store, codec, transactions,
				new CallKeys(settings.namespace(), collaborators.keyScope()),
				new Renewals(store, listener, ticker, threads), ticker, settings.instance(), listener);
		this.atLeastOnce = new AtLeastOnce(store, this.upkeep.keys(), transactions);
		this.exactlyOnce = new ExactlyOnce(tools(this.upkeep, settings, collaborators));
	}

	private ExactlyOnce.Tools tools(Upkeep upkeep, EngineSettings settings, Collaborators collaborators) {
		Settlement settlement = new Settlement(upkeep.store(), upkeep.renewals(), upkeep.background(), upkeep.ticker(),
				settings.completionTimeout());
		Claimer claimer = new Claimer(upkeep.store(), upkeep.running(), upkeep.background(), upkeep.ticker());
		return new ExactlyOnce.Tools(upkeep.store(), upkeep.transactions(), upkeep.keys(), claimer,
				new Ending(settlement), upkeep.renewals(), upkeep.running(), this.stack, upkeep.ticker(),
				collaborators.resolvers(), settings.instance(), collaborators.traceId(), upkeep.listener());
	}

	private static Thread daemon(Runnable task) {
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Define an operation.
	 * @param name its stable name, unique in the application, at most 255 bytes
	 * @param type the type of its results
	 * @param options how it is durable
	 * @param <R> the type of its results
	 * @return the operation
	 * @throws InvalidOptionException if a value is refused
	 * @throws DuplicateOperationException if the name is taken
	 */
	public <R> DurableOperation<R> define(String name, Class<R> type, DurableOptions options) {
		return define(name, (Type) type, options);
	}

	/**
	 * Define an operation whose result type is generic.
	 * @param name its stable name, unique in the application, at most 255 bytes
	 * @param type the type of its results
	 * @param options how it is durable
	 * @param <R> the type of its results
	 * @return the operation
	 * @throws InvalidOptionException if a value is refused
	 * @throws DuplicateOperationException if the name is taken
	 */
	public <R> DurableOperation<R> define(String name, ParameterizedTypeReference<R> type, DurableOptions options) {
		return define(name, type.getType(), options);
	}

	/**
	 * Define an operation whose result type is known by reflection alone.
	 * @param name its stable name, unique in the application, at most 255 bytes
	 * @param type the generic type that its bodies return
	 * @param options how it is durable
	 * @param <R> the type of its results
	 * @return the operation
	 * @throws InvalidOptionException if a value is refused
	 * @throws DuplicateOperationException if the name is taken
	 */
	public <R> DurableOperation<R> define(String name, Type type, DurableOptions options) {
		checkName(name);
		OperationSpec spec = new OperationSpec(name, OperationSpec.resultType(type), OperationSpec.isAsynchronous(type),
				resolve(options), this.codec, this.failures, this.seal);
		check(spec);
		DurableOperation<R> operation = new DurableOperation<>(spec, strategy(spec), this.upkeep.transactions(),
				this.upkeep.listener());
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

	private CallStrategy strategy(OperationSpec spec) {
		return switch (spec.options().durability()) {
			case EXACTLY_ONCE -> this.exactlyOnce;
			case AT_LEAST_ONCE -> this.atLeastOnce;
			case AT_MOST_ONCE -> this.atMostOnce;
		};
	}

	/**
	 * Speaks for the exactly-once call on the current thread.
	 * @return the bean to publish
	 */
	public DurableCall currentCall() {
		return new CurrentDurableCall(this.stack);
	}

	/**
	 * Start purging, if this process is to.
	 * @throws InvalidOptionException if an operation that was defined needs a resolver
	 * and there is none
	 */
	public void start() {
		this.operations.values().forEach(this::requireResolver);
		this.upkeep.background().purge(this.settings.purge());
	}

	private void requireResolver(DurableOperation<?> operation) {
		if (operation.options().onAbandoned() == OnAbandoned.RECONCILE
				&& this.resolvers.apply(operation.name()) == null) {
			throw new InvalidOptionException(
					"Operation '" + operation.name() + "' has onAbandoned RECONCILE, but no one to ask",
					"Define an AbandonedResolver bean whose operation() is '" + operation.name()
							+ "', or choose RERUN or HOLD");
		}
	}

	/**
	 * The namespace of the current call: that of the application, joined with what its
	 * key scope says.
	 * @return the namespace
	 */
	public String namespace() {
		return this.upkeep.keys().namespace();
	}

	/**
	 * The namespace of the application, below which those of its key scopes are.
	 * @return the namespace
	 */
	public String applicationNamespace() {
		return this.settings.namespace();
	}

	/**
	 * The operation that has a name, by annotation or not. Those of lazy beans are not
	 * known before their first call.
	 * @param name the name
	 * @return the operation, or empty if this application has not defined it
	 */
	public Optional<DurableOperation<?>> find(String name) {
		return Optional.ofNullable(this.operations.get(name));
	}

	/**
	 * The names of all operations defined so far.
	 * @return the names, sorted
	 */
	public List<String> names() {
		return this.operations.keySet().stream().sorted().toList();
	}

	/**
	 * The outcome of a call that failed, as calls of an operation get it replayed: as an
	 * exception of the given type if it has a constructor with the message alone, else as
	 * {@link io.istos.RecordedFailureException}.
	 * @param operation the operation, defined here or not
	 * @param type the class name of the failure, or what else tells its kind
	 * @param message its message, if any
	 * @return the outcome
	 */
	public Outcome failure(String operation, String type, @Nullable String message) {
		return new Outcome(Outcome.Kind.FAILURE, this.seal.seal(operation, this.failures.encode(type, message)));
	}

	/**
	 * How the engine is, at this moment.
	 * @return the status
	 */
	public EngineStatus status() {
		Renewals renewals = this.upkeep.renewals();
		return new EngineStatus(this.upkeep.running().count(), renewals.claims(), renewals.leases(),
				renewals.deadThreads(), renewals.delay(), renewals.overdue());
	}

	Upkeep upkeep() {
		return this.upkeep;
	}

	/**
	 * Wait for running calls, at most for the shutdown time-out, then refuse further
	 * ones, give up the leases that are kept between calls, and stop renewing last.
	 */
	@Override
	public void close() {
		try {
			if (!this.upkeep.running().close(this.settings.shutdownTimeout())) {
				logger.warn(this.upkeep.running().count()
						+ " durable or leased calls are still running at shutdown; their claims and leases will lapse");
			}
			this.upkeep.closing().forEach(Runnable::run);
			this.upkeep.background().stop(this.settings.completionTimeout());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.upkeep.renewals().stop();
		}
	}

	/**
	 * What an application contributes to the engine.
	 *
	 * @param keyScope supplies the key scope, if there is one
	 * @param resolvers finds the resolver of an operation
	 * @param traceId names the trace of the current thread, if there is one
	 * @param cipher supplies the cipher of results, if there is one
	 * @param listeners are told what the engine does; asked for with every event
	 * @param classLoader loads the types of recorded failures; {@code null} for the
	 * default
	 */
	public record Collaborators(Supplier<? extends @Nullable KeyScope> keyScope,
			Function<String, @Nullable AbandonedResolver<?>> resolvers, Supplier<@Nullable String> traceId,
			Supplier<? extends @Nullable ResultCipher> cipher, Supplier<List<EngineListener>> listeners,
			@Nullable ClassLoader classLoader) {

		/**
		 * None.
		 * @return no contributions
		 */
		public static Collaborators none() {
			return new Collaborators(() -> null, (operation) -> null, () -> null, () -> null, List::of, null);
		}

	}

}
