package io.istos.advice;

import java.util.List;

import io.istos.transaction.LedgerTransactions;

/**
 * What is particular to the methods with one annotation.
 *
 * @param <E> what is known of such a method
 */
interface AdviceRules<E extends MethodEntry> {

	/**
	 * Read a method, and refuse what is wrong about it by itself.
	 */
	E read(MethodSource source);

	/**
	 * Prove that the advice around it is in order.
	 */
	ProxyWiring prove(AdviceChain chain);

	/**
	 * Whether transactions on the ledger mean something to it.
	 */
	boolean isTracked(E entry);

	/**
	 * Refuse a transaction that can't do what it is there for.
	 */
	void check(E entry, TransactionPlan plan, LedgerTransactions transactions);

	/**
	 * What the report at start-up calls them.
	 */
	String title();

	/**
	 * What that report says of one, in as many cells as of every other.
	 */
	List<String> describe(E entry);

}
