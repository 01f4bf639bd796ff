package io.istos.samples.payments;

import java.util.List;

import org.springframework.data.repository.Repository;

interface PaymentRepository extends Repository<Payment, Long> {

	Payment save(Payment payment);

	List<Payment> findByOrder(String order);

}
