package io.istos.samples.settlement;

import java.util.List;

import org.springframework.data.repository.Repository;

interface OutboxRepository extends Repository<OutboxMessage, Long> {

	List<OutboxMessage> findByEpochIsNullOrderById();

	OutboxMessage save(OutboxMessage message);

}
