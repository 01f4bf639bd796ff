package io.istos.engine;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ParameterizedTypeReference;

import io.istos.AbandonedResolver;
import io.istos.DurableCall;
import io.istos.InvalidOptionException;
import io.istos.KeyScope;
import io.istos.ResultCipher;
import io.istos.ResultCodec;
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

	private final EngineSettings settings;

	private final Function<String, @Nullable AbandonedResolver<?>> resolvers;

	private final Upkeep upkeep;

	private final CallStack stack = new CallStack();

	private final OperationRegistry registry;

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
		this.resolvers = collaborators.resolvers();
		EngineListener listener = new Listeners(collaborators.listeners());
		this.upkeep = new Upkeep(store, codec, transactions,
				new CallKeys(settings.namespace(), collaborators.keyScope()),
				new Renewals(store, listener, ticker, threads), ticker, settings.instance(), listener);
		CallStrategies strategies = new CallStrategies(new ExactlyOnce(tools(this.upkeep, settings, collaborators)),
				new AtLeastOnce(store, this.upkeep.keys(), transactions), new AtMostOnce());
		this.registry = new OperationRegistry(this.upkeep, settings, strategies,
				new RecordedFailures(codec, collaborators.classLoader()), new ResultSeal(collaborators.cipher()));
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
		return this.registry.define(name, type, options);
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
		this.registry.requireResolvers(this.resolvers);
		this.upkeep.background().purge(this.settings.purge());
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
		return this.registry.find(name);
	}

	/**
	 * The names of all operations defined so far.
	 * @return the names, sorted
	 */
	public List<String> names() {
		return this.registry.names();
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
		return this.registry.failure(operation, type, message);
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
