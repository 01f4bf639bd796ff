package io.istos.data;

import java.util.Optional;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.Repository;

/**
 * Reads the event log of the ledger. Entries come in no particular order unless the
 * {@link Pageable} sorts them; sorted by {@code id} they come in the order in which they
 * were appended.
 */
@NoRepositoryBean
public interface LedgerEvents extends Repository<LedgerEvent, Long> {

	/**
	 * All entries of all namespaces.
	 * @param page which of them, and in which order
	 * @return the entries, and how many there are
	 */
	Page<LedgerEvent> findAll(Pageable page);

	/**
	 * One entry.
	 * @param id its number
	 * @return the entry, if the log has it
	 */
	Optional<LedgerEvent> findById(long id);

	/**
	 * The entries of a log.
	 * @param namespace the namespace
	 * @param key what the log is about: for calls, the name of the operation
	 * @param page which of them, and in which order
	 * @return the entries
	 */
	Slice<LedgerEvent> findByNamespaceAndKey(String namespace, String key, Pageable page);

	/**
	 * The entries of a log that were appended by calls with an idempotency key.
	 * @param namespace the namespace
	 * @param key what the log is about: for calls, the name of the operation
	 * @param idempotencyKey the idempotency key
	 * @param page which of them, and in which order
	 * @return the entries
	 */
	Slice<LedgerEvent> findByNamespaceAndKeyAndIdempotencyKey(String namespace, String key, String idempotencyKey,
			Pageable page);

}
