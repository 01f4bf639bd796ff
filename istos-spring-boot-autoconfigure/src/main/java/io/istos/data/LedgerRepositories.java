package io.istos.data;

import java.util.List;

import javax.sql.DataSource;

import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.core.convert.DataAccessStrategy;
import org.springframework.data.jdbc.core.convert.DataAccessStrategyFactory;
import org.springframework.data.jdbc.core.convert.DefaultJdbcTypeFactory;
import org.springframework.data.jdbc.core.convert.JdbcConverter;
import org.springframework.data.jdbc.core.convert.JdbcCustomConversions;
import org.springframework.data.jdbc.core.convert.MappingJdbcConverter;
import org.springframework.data.jdbc.core.convert.QueryMappingConfiguration;
import org.springframework.data.jdbc.core.dialect.JdbcDialect;
import org.springframework.data.jdbc.core.dialect.JdbcPostgresDialect;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.jdbc.repository.support.JdbcRepositoryFactory;
import org.springframework.data.relational.core.mapping.DefaultNamingStrategy;
import org.springframework.data.repository.Repository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/**
 * Makes repositories over the ledger from parts that nobody else sees: published as
 * beans, they would take the place of the application's, or make it ambiguous. The
 * dialect is given, since to look it up takes a connection.
 */
final class LedgerRepositories {

	private static final JdbcDialect DIALECT = JdbcPostgresDialect.INSTANCE;

	private final JdbcRepositoryFactory factory;

	LedgerRepositories(DataSource dataSource, String schema) {
		JdbcTemplate jdbc = new JdbcTemplate(dataSource);
		JdbcConverter converter = converter(jdbc, schema);
		DataAccessStrategy access = new DataAccessStrategyFactory(converter, new NamedParameterJdbcTemplate(jdbc),
				DIALECT, QueryMappingConfiguration.EMPTY)
			.create();
		this.factory = new JdbcRepositoryFactory(new JdbcAggregateTemplate(converter, access));
	}

	private static JdbcConverter converter(JdbcTemplate jdbc, String schema) {
		JdbcCustomConversions conversions = JdbcCustomConversions.of(DIALECT,
				List.of(CallState.Reading.INSTANCE, CallState.Writing.INSTANCE));
		JdbcMappingContext mapping = new JdbcMappingContext(new InSchema(schema));
		mapping.setSimpleTypeHolder(conversions.getSimpleTypeHolder());
		return new MappingJdbcConverter(mapping, (identifier, path) -> List.of(), conversions,
				new DefaultJdbcTypeFactory(jdbc));
	}

	<R extends Repository<?, ?>> R create(Class<R> type) {
		return this.factory.getRepository(type);
	}

	private static final class InSchema extends DefaultNamingStrategy {

		private final String schema;

		InSchema(String schema) {
			this.schema = schema;
		}

		@Override
		public String getSchema() {
			return this.schema;
		}

	}

}
