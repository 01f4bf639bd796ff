package io.istos.samples.payments.story;

import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.istos.samples.stage.EmbeddedDatabase;

/**
 * What the database says.
 */
final class Books {

	private static final String FIGURES = """
			select
			  (select count(*) from istos.istos_idempotency where operation = 'payment.charge' and state = 'D') as executed,
			  (select count(*) from istos.istos_idempotency where operation = 'payment.charge' and state <> 'D') as unfinished,
			  (select count(*) from istos.istos_idempotency where operation = 'payment.charge' and attempts > 1) as taken_over,
			  p.*, g.*
			from
			  (select count(*) as paid_orders, coalesce(sum(n), 0) as payments, coalesce(min(n), 0) as least_payments,
			          coalesce(max(n), 0) as most_payments
			   from (select count(*) as n from payment group by order_id) per_order) p,
			  (select count(*) as charges, count(distinct order_id) as charged_orders, coalesce(min(calls), 0) as least_calls,
			          coalesce(max(calls), 0) as most_calls, coalesce(sum(calls), 0) as calls
			   from gateway_charge) g
			""";

	/** The name of an instance ends with the number of its process. */
	private static final String PROCESSES = """
			select substring(instance from '[0-9]+$')::bigint as pid,
			  count(*) filter (where state = 'D') as executed,
			  count(*) filter (where attempts > 1) as taken_over,
			  count(*) filter (where state <> 'D') as running
			from istos.istos_idempotency where operation = 'payment.charge' group by instance
			""";

	private final JdbcClient jdbc;

	Books(EmbeddedDatabase database) {
		this.jdbc = JdbcClient
			.create(new DriverManagerDataSource(database.getJdbcUrl(), database.getUsername(), database.getPassword()));
	}

	boolean gatewayWasAskedFor(String order) {
		return this.jdbc.sql("select exists (select from gateway_charge where order_id = :order)")
			.param("order", order)
			.query(Boolean.class)
			.single();
	}

	Figures figures() {
		return this.jdbc.sql(FIGURES).query(Figures.class).single();
	}

	List<Ran> processes() {
		return this.jdbc.sql(PROCESSES).query(Ran.class).list();
	}

	/**
	 * What one process did, as the ledger has it.
	 *
	 * @param pid the process
	 * @param executed calls that it ran and that are done
	 * @param takenOver calls that it took over
	 * @param running calls that it has not done
	 */
	record Ran(long pid, long executed, long takenOver, long running) {
	}

	/**
	 * The figures of one story.
	 *
	 * @param executed calls that ran and are done
	 * @param unfinished calls that are not done
	 * @param takenOver calls that began again on another node
	 * @param paidOrders orders with a payment
	 * @param payments payments
	 * @param leastPayments the fewest payments of a paid order
	 * @param mostPayments the most payments of an order
	 * @param charges how often the gateway took money
	 * @param chargedOrders orders for which the gateway took money
	 * @param leastCalls the fewest calls of the gateway under one key
	 * @param mostCalls the most calls of the gateway under one key
	 * @param calls calls of the gateway
	 */
	record Figures(long executed, long unfinished, long takenOver, long paidOrders, long payments, long leastPayments,
			long mostPayments, long charges, long chargedOrders, long leastCalls, long mostCalls, long calls) {
	}

}
