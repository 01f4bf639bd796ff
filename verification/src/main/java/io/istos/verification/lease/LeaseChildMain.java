package io.istos.verification.lease;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.verification.crash.ChildProcess;
import io.istos.verification.stress.Pauses;

/**
 * A node with several callers in a process of its own. They begin with the first line of
 * input. Ends with its input, or killed.
 */
public final class LeaseChildMain {

	private static final int CALLERS = 4;

	private static final int PAUSE_MILLIS = 20;

	private final List<String> scopes;

	private final Teller teller;

	private final TransactionTemplate callers;

	private final JdbcTemplate jdbc;

	private final String node;

	private LeaseChildMain(String[] arguments) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(LeaseApplication.class)
			.registerShutdownHook(false)
			.run(arguments);
		this.scopes = Arrays.asList(context.getEnvironment().getRequiredProperty("lease.scopes").split(","));
		this.teller = context.getBean(Teller.class);
		this.callers = context.getBean(TransactionTemplate.class);
		this.jdbc = context.getBean(JdbcTemplate.class);
		this.node = context.getEnvironment().getRequiredProperty("spring.application.name");
	}

	public static void main(String[] arguments) throws IOException {
		try {
			LeaseChildMain child = new LeaseChildMain(arguments);
			ChildProcess.say("ready");
			if (System.in.read() >= 0) {
				child.work();
			}
			while (System.in.read() >= 0) {
				// Until whoever started this process is gone.
			}
		}
		finally {
			Runtime.getRuntime().halt(1);
		}
	}

	private void work() {
		for (int i = 0; i < CALLERS; i++) {
			Thread thread = new Thread(this::callAgainAndAgain);
			thread.setDaemon(true);
			thread.start();
		}
	}

	private void callAgainAndAgain() {
		while (true) {
			try {
				call(this.scopes.get(random(this.scopes.size())));
			}
			catch (RuntimeException ex) {
				note(ex);
			}
			Pauses.of(random(PAUSE_MILLIS));
		}
	}

	private void call(String scope) {
		switch (random(5)) {
			case 0 -> this.teller.readCommitted(scope);
			case 1 -> this.teller.repeatableRead(scope);
			case 2 -> this.teller.steps(scope);
			case 3 -> this.teller.handedOver(scope);
			default -> this.callers.executeWithoutResult((status) -> this.teller.readCommitted(scope));
		}
	}

	private void note(RuntimeException ex) {
		Throwable failure = (ex instanceof CompletionException && ex.getCause() != null) ? ex.getCause() : ex;
		this.jdbc.update("insert into failure (node, what) values (?, ?)", this.node,
				failure.getClass().getSimpleName());
	}

	private static int random(int bound) {
		return ThreadLocalRandom.current().nextInt(bound);
	}

}
