package io.istos.samples.settlement;

import org.springframework.data.repository.Repository;

interface StatementRepository extends Repository<Statement, Long> {

	Statement save(Statement statement);

}
