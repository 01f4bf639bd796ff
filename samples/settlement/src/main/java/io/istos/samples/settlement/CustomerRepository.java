package io.istos.samples.settlement;

import java.util.List;

import org.springframework.data.repository.Repository;

interface CustomerRepository extends Repository<Customer, Long> {

	List<Customer> findByIdGreaterThanOrderById(long id);

}
