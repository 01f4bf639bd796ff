package io.istos.samples.settlement;

import org.springframework.data.repository.Repository;

interface SettlementRepository extends Repository<Settlement, Long> {

	Settlement save(Settlement settlement);

}
