package io.istos.samples.settlement;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

import io.istos.Fence;
import io.istos.ScopeLease;

/**
 * Prints a statement for every customer. That takes long: much longer than the lease
 * outlives a node that dies in between. Each statement is saved together with how far the
 * job has come, so that whoever goes on begins there.
 */
@Component
public class StatementJob {

	private final CustomerRepository customers;

	private final StatementRepository statements;

	private final Press press;

	private final TransactionOperations transaction;

	private final Fence fence;

	StatementJob(CustomerRepository customers, StatementRepository statements, Press press,
			TransactionOperations transaction, Fence fence) {
		this.customers = customers;
		this.statements = statements;
		this.press = press;
		this.transaction = transaction;
		this.fence = fence;
	}

	@Scheduled(fixedDelayString = "${settlement.statements}")
	@ScopeLease("statements")
	public void printStatements() {
		long last = this.fence.checkpoint(Long.class).orElse(0L);
		for (Customer customer : this.customers.findByIdGreaterThanOrderById(last)) {
			this.fence.check(); // no paper for what could not be saved
			String text = this.press.print(customer);
			this.transaction.executeWithoutResult((status) -> save(customer, text));
		}
	}

	private void save(Customer customer, String text) {
		this.statements.save(new Statement(null, customer.id(), text, this.fence.token()));
		this.fence.checkpoint(customer.id());
	}

}
