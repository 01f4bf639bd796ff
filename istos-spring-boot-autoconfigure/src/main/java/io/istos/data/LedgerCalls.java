package io.istos.data;

import java.util.Optional;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.Repository;

/**
 * Reads the durable calls of the ledger. Rows come in no particular order unless the
 * {@link Pageable} sorts them.
 */
@NoRepositoryBean
public interface LedgerCalls extends Repository<LedgerCall, Object> {

	/**
	 * All calls of all namespaces.
	 * @param page which of them, and in which order
	 * @return the calls, and how many there are
	 */
	Page<LedgerCall> findAll(Pageable page);

	/**
	 * The calls in a state.
	 * @param state the state
	 * @param page which of them, and in which order
	 * @return the calls
	 */
	Slice<LedgerCall> findByState(CallState state, Pageable page);

	/**
	 * The calls of an operation.
	 * @param namespace the namespace
	 * @param operation the name of the operation
	 * @param page which of them, and in which order
	 * @return the calls
	 */
	Slice<LedgerCall> findByNamespaceAndOperation(String namespace, String operation, Pageable page);

	/**
	 * The calls of an operation in a state.
	 * @param namespace the namespace
	 * @param operation the name of the operation
	 * @param state the state
	 * @param page which of them, and in which order
	 * @return the calls
	 */
	Slice<LedgerCall> findByNamespaceAndOperationAndState(String namespace, String operation, CallState state,
			Pageable page);

	/**
	 * One call.
	 * @param namespace the namespace
	 * @param operation the name of the operation
	 * @param key the key, as it is stored
	 * @return the call, if the ledger has it
	 */
	Optional<LedgerCall> findByNamespaceAndOperationAndKey(String namespace, String operation, String key);

	/**
	 * How many calls are in a state, in all namespaces.
	 * @param state the state
	 * @return how many
	 */
	long countByState(CallState state);

}
