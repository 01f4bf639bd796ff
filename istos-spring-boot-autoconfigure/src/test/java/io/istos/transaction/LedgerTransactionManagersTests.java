package io.istos.transaction;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

final class LedgerTransactionManagersTests {

	private final DataSource dataSource = dataSource();

	private final AtomicInteger asked = new AtomicInteger();

	private final LedgerTransactions transactions = new LedgerTransactions(() -> {
		this.asked.incrementAndGet();
		return this.dataSource;
	});

	private final LedgerTransactionManagers managers = new LedgerTransactionManagers(() -> this.transactions);

	@Test
	void followsAManagerOverTheLedger() {
		JdbcTransactionManager manager = processed(new JdbcTransactionManager(this.dataSource));
		new TransactionTemplate(manager)
			.executeWithoutResult((status) -> assertThat(this.transactions.current()).isNotNull());
		assertThat(this.transactions.current()).isNull();
	}

	@Test
	void doesNotFollowAManagerOfAnotherDatabase() {
		JdbcTransactionManager ledgers = processed(new JdbcTransactionManager(this.dataSource));
		JdbcTransactionManager others = processed(new JdbcTransactionManager(dataSource()));
		new TransactionTemplate(ledgers).executeWithoutResult((status) -> {
			OpenTransaction transaction = this.transactions.current();
			new TransactionTemplate(others)
				.executeWithoutResult((inner) -> assertThat(this.transactions.current()).isSameAs(transaction));
			assertThat(this.transactions.current()).isSameAs(transaction);
		});
	}

	@Test
	void asksForTheLedgerOnlyWhenATransactionBegins() {
		JdbcTransactionManager manager = processed(new JdbcTransactionManager(this.dataSource));
		assertThat(this.asked).hasValue(0);
		new TransactionTemplate(manager).executeWithoutResult((status) -> {
		});
		assertThat(this.asked).hasPositiveValue();
	}

	@Test
	void followsAManagerOfAParentContextThatKnowsNothingOfTheLedger() {
		try (GenericApplicationContext parent = new GenericApplicationContext();
				GenericApplicationContext child = new GenericApplicationContext(parent)) {
			parent.registerBean(JdbcTransactionManager.class, () -> new JdbcTransactionManager(this.dataSource));
			parent.refresh();
			child.registerBean(LedgerTransactionManagers.class, () -> this.managers);
			child.refresh();
			new TransactionTemplate(parent.getBean(JdbcTransactionManager.class))
				.executeWithoutResult((status) -> assertThat(this.transactions.current()).isNotNull());
		}
	}

	@Test
	void followsAManagerOnce() {
		JdbcTransactionManager manager = processed(processed(new JdbcTransactionManager(this.dataSource)));
		LedgerTransactionManagers.follow(manager, () -> this.transactions);
		assertThat(manager.getTransactionExecutionListeners()).hasSize(1);
	}

	@Test
	void leavesAManagerAloneThatHasTheListener() {
		JdbcTransactionManager manager = new JdbcTransactionManager(this.dataSource);
		manager.addListener(this.transactions.listener());
		processed(manager);
		assertThat(manager.getTransactionExecutionListeners()).hasSize(1);
	}

	@Test
	void withoutALedgerTransactionsGoOn() {
		JdbcTransactionManager manager = new JdbcTransactionManager(this.dataSource);
		LedgerTransactionManagers.follow(manager, () -> null);
		new TransactionTemplate(manager).executeWithoutResult((status) -> {
		});
	}

	@Test
	void ledgerThatCannotBeToldFailsBeforeTheTransactionIsOpen() {
		JdbcTransactionManager manager = new JdbcTransactionManager(this.dataSource);
		LedgerTransactionManagers.follow(manager, () -> {
			throw new IllegalStateException("ambiguous");
		});
		assertThatIllegalStateException().isThrownBy(() -> new TransactionTemplate(manager).execute((status) -> null));
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	private JdbcTransactionManager processed(JdbcTransactionManager manager) {
		return (JdbcTransactionManager) this.managers.postProcessAfterInitialization(manager, "manager");
	}

	private static DataSource dataSource() {
		JdbcDataSource dataSource = new JdbcDataSource();
		dataSource.setUrl("jdbc:h2:mem:" + UUID.randomUUID());
		return dataSource;
	}

}
