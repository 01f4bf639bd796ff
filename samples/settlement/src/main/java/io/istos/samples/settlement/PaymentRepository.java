package io.istos.samples.settlement;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.repository.Repository;

interface PaymentRepository extends Repository<Payment, Long> {

	@Query("select distinct tenant from payment order by tenant")
	List<String> findTenants();

	@Query("""
			select min(day) from payment p where tenant = :tenant
			  and not exists (select from settlement s where s.tenant = p.tenant and s.day = p.day)
			""")
	Optional<LocalDate> findFirstUnsettledDay(String tenant);

	List<Payment> findByTenantAndDay(String tenant, LocalDate day);

}
