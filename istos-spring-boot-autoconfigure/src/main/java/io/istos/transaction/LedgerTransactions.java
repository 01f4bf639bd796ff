package io.istos.transaction;

import java.beans.PropertyDescriptor;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Knows the transaction that is open on the ledger on the current thread.
 * <p>
 * A transaction is known by the resource holder that its manager binds, from the
 * manager's {@code afterBegin} to its commit or rollback. What the thread says of itself
 * is not asked: Spring still calls a transaction active in callbacks that follow its
 * commit, and another manager's transaction suspends synchronizations but not the
 * connection. Thread-safe.
 */
public final class LedgerTransactions {

	private final Supplier<? extends @Nullable Object> resource;

	private final Map<Object, OpenTransaction> open = Collections.synchronizedMap(new IdentityHashMap<>());

	private final List<Consumer<OpenTransaction>> observers = new CopyOnWriteArrayList<>();

	/**
	 * Create the registry.
	 * @param resource supplies what managers over the ledger bind their resources to: the
	 * ledger's {@code DataSource}; {@code null} if there is none
	 */
	public LedgerTransactions(Supplier<? extends @Nullable Object> resource) {
		this.resource = resource;
	}

	/**
	 * The transaction that is open on the ledger and accepts writes.
	 * @return the transaction, or {@code null} if there is none, it is read-only, or it
	 * is already ending
	 */
	public @Nullable OpenTransaction current() {
		Object holder = boundHolder();
		OpenTransaction transaction = (holder != null) ? this.open.get(holder) : null;
		return (transaction != null && transaction.isOpen() && !transaction.isReadOnly()) ? transaction : null;
	}

	/**
	 * Whether transactions of a manager are transactions on the ledger.
	 * @param manager the manager
	 * @return whether it binds its connections to the ledger's own {@code DataSource},
	 * not to a wrapper of it
	 */
	public boolean isOverLedger(TransactionManager manager) {
		Object ledger = this.resource.get();
		return ledger != null
				&& (sameResource(ledger, resourceFactory(manager)) || sameResource(ledger, dataSource(manager)));
	}

	/**
	 * Predict the transaction of a body.
	 * @param definition how the body's transaction is going to begin, or {@code null} if
	 * it begins none
	 * @param manager its manager, or {@code null}
	 * @return the prediction
	 */
	public ExpectedTransaction expect(@Nullable TransactionDefinition definition,
			@Nullable TransactionManager manager) {
		if (definition == null || manager == null || !isOverLedger(manager)) {
			return ExpectedTransaction.CURRENT;
		}
		return switch (definition.getPropagationBehavior()) {
			case TransactionDefinition.PROPAGATION_REQUIRES_NEW -> beginning(definition);
			case TransactionDefinition.PROPAGATION_NOT_SUPPORTED, TransactionDefinition.PROPAGATION_NEVER ->
				ExpectedTransaction.NONE;
			case TransactionDefinition.PROPAGATION_SUPPORTS, TransactionDefinition.PROPAGATION_MANDATORY ->
				ExpectedTransaction.CURRENT;
			default -> joiningOrBeginning(definition);
		};
	}

	/**
	 * The listener to register with a manager over the ledger.
	 * @return the listener
	 */
	public TransactionExecutionListener listener() {
		return new LedgerTransactionListener(this);
	}

	/**
	 * Learn of every writable transaction on the ledger, right after its begin and on its
	 * thread.
	 * @param observer is told; it must not throw, since managers leave a transaction open
	 * whose begin fails so late
	 */
	public void onOpened(Consumer<OpenTransaction> observer) {
		this.observers.add(observer);
	}

	void opened(OpenTransaction transaction) {
		this.open.put(transaction.holder(), transaction);
		if (!transaction.isReadOnly()) {
			this.observers.forEach((observer) -> observer.accept(transaction));
		}
	}

	void ended(OpenTransaction transaction) {
		this.open.remove(transaction.holder(), transaction);
	}

	@Nullable OpenTransaction bound() {
		Object holder = boundHolder();
		return (holder != null) ? this.open.get(holder) : null;
	}

	@Nullable Object boundHolder() {
		Object key = this.resource.get();
		return (key != null) ? TransactionSynchronizationManager.getResource(key) : null;
	}

	// Spring lets a callback that follows the commit "join" the finished transaction.
	private ExpectedTransaction joiningOrBeginning(TransactionDefinition definition) {
		OpenTransaction transaction = bound();
		if (transaction == null) {
			return beginning(definition);
		}
		return transaction.isOpen() ? ExpectedTransaction.CURRENT : ExpectedTransaction.NONE;
	}

	private static ExpectedTransaction beginning(TransactionDefinition definition) {
		return definition.isReadOnly() ? ExpectedTransaction.NONE : ExpectedTransaction.NEW;
	}

	private static boolean sameResource(Object ledger, @Nullable Object candidate) {
		return candidate != null && Objects.equals(TransactionSynchronizationUtils.unwrapResourceIfNecessary(ledger),
				TransactionSynchronizationUtils.unwrapResourceIfNecessary(candidate));
	}

	private static @Nullable Object resourceFactory(TransactionManager manager) {
		return (manager instanceof ResourceTransactionManager resourceManager) ? resourceManager.getResourceFactory()
				: null;
	}

	// JpaTransactionManager and its like expose their connection under a DataSource that
	// is not their resource factory.
	private static @Nullable Object dataSource(TransactionManager manager) {
		PropertyDescriptor property = BeanUtils.getPropertyDescriptor(manager.getClass(), "dataSource");
		if (property == null || property.getReadMethod() == null) {
			return null;
		}
		ReflectionUtils.makeAccessible(property.getReadMethod());
		return ReflectionUtils.invokeMethod(property.getReadMethod(), manager);
	}

}
