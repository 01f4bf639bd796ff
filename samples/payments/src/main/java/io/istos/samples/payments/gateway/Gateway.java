package io.istos.samples.payments.gateway;

import java.math.BigDecimal;
import java.time.Duration;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Takes the money: once per idempotency key, as gateways do. What it has taken stays
 * taken, whatever becomes of the caller's transaction; hence the connections of its own.
 * <p>
 * Orders whose name begins with {@value #LOST_ANSWER} show what a process may go through:
 * the first call takes the money, and its answer gets lost. Payouts are older, and know
 * no keys: each call pays.
 */
@Component
public class Gateway implements AutoCloseable {

	/**
	 * How the names of orders begin whose first charge is never answered.
	 */
	public static final String LOST_ANSWER = "lost-answer";

	private static final String CHARGE = """
			insert into gateway_charge (idempotency_key, order_id, amount, currency)
			values (:idempotencyKey, :order, :amount, :currency)
			on conflict (idempotency_key) do update set calls = gateway_charge.calls + 1
			returning id, calls
			""";

	private static final String PAY_OUT = """
			insert into gateway_payout (order_id, amount, currency) values (:order, :amount, :currency) returning id
			""";

	private final HikariDataSource connections = new HikariDataSource();

	private final JdbcClient jdbc = JdbcClient.create(this.connections);

	private final Duration latency;

	private final Duration timeout;

	Gateway(JdbcConnectionDetails database, @Value("${payments.gateway.latency}") Duration latency,
			@Value("${payments.gateway.timeout}") Duration timeout) {
		this.connections.setPoolName("gateway");
		this.connections.setJdbcUrl(database.getJdbcUrl());
		this.connections.setUsername(database.getUsername());
		this.connections.setPassword(database.getPassword());
		this.latency = latency;
		this.timeout = timeout;
	}

	/**
	 * Charges, or recognizes a charge by its key.
	 * @param idempotencyKey what makes two calls the same charge
	 * @param order the order, for the statement of account
	 * @param amount the amount
	 * @param currency the currency
	 * @return the authorization: the same for every call with the key
	 */
	public String charge(String idempotencyKey, String order, BigDecimal amount, String currency) {
		Charge charge = this.jdbc.sql(CHARGE)
			.param("idempotencyKey", idempotencyKey)
			.param("order", order)
			.param("amount", amount)
			.param("currency", currency)
			.query(Charge.class)
			.single();
		if (charge.calls() == 1 && order.startsWith(LOST_ANSWER)) {
			pause(this.timeout, order);
			throw new GatewayTimeoutException(order);
		}
		pause(this.latency, order);
		return "authorization-" + charge.id();
	}

	/**
	 * Pays out, however often it is asked.
	 * @param order the order, for the statement of account
	 * @param amount the amount
	 * @param currency the currency
	 * @return the number of the payout
	 */
	public String payOut(String order, BigDecimal amount, String currency) {
		long id = this.jdbc.sql(PAY_OUT)
			.param("order", order)
			.param("amount", amount)
			.param("currency", currency)
			.query(Long.class)
			.single();
		if (order.startsWith(LOST_ANSWER)) {
			pause(this.timeout, order);
			throw new GatewayTimeoutException(order);
		}
		pause(this.latency, order);
		return "payout-" + id;
	}

	private static void pause(Duration duration, String order) {
		try {
			Thread.sleep(duration.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new GatewayTimeoutException(order);
		}
	}

	@Override
	public void close() {
		this.connections.close();
	}

	record Charge(long id, int calls) {
	}

}
