package io.istos.data;

import java.time.Instant;
import java.util.Optional;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.Repository;

/**
 * Reads the leases of the ledger. Rows come in no particular order unless the
 * {@link Pageable} sorts them. What was read may have changed since: to act as the
 * holder, use the lease itself.
 */
@NoRepositoryBean
public interface LedgerLeases extends Repository<LedgerLease, Object> {

	/**
	 * All leases of all namespaces, also those that lapsed or were given up.
	 * @param page which of them, and in which order
	 * @return the leases, and how many there are
	 */
	Page<LedgerLease> findAll(Pageable page);

	/**
	 * The leases that have an owner and don't lapse before an instant.
	 * @param instant the instant; now, for those that are held
	 * @param page which of them, and in which order
	 * @return the leases
	 */
	Slice<LedgerLease> findByOwnerIsNotNullAndDeadlineAfter(Instant instant, Pageable page);

	/**
	 * The leases that an instance acquired last.
	 * @param instance the instance
	 * @param page which of them, and in which order
	 * @return the leases
	 */
	Slice<LedgerLease> findByInstance(String instance, Pageable page);

	/**
	 * One lease.
	 * @param namespace the namespace
	 * @param scope the scope, as it is stored
	 * @return the lease, if the ledger has it
	 */
	Optional<LedgerLease> findByNamespaceAndScope(String namespace, String scope);

}
