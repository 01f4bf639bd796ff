package io.istos.verification.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

import io.istos.coordination.Coordination;
import io.istos.verification.crash.ChildProcess;
import io.istos.verification.stress.Workers;

/**
 * A node whose threads make random calls, from the first line of input on and for some
 * time. Then it writes down what it recorded.
 */
public final class HistoryChildMain {

	/** What the end of the calls is announced as. */
	static final String CALLS = "calls";

	private HistoryChildMain() {
	}

	public static void main(String[] arguments) {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(HistoryApplication.class)
			.registerShutdownHook(false)
			.run(arguments)) {
			ChildProcess.say("ready");
			if (System.in.read() >= 0) {
				ChildProcess.say("returned " + CALLS + " " + work(context));
			}
			while (System.in.read() >= 0) {
				// Until whoever started this process is gone.
			}
		}
		catch (IOException | RuntimeException ex) {
			ex.printStackTrace(System.out);
			ChildProcess.say("threw " + CALLS + " " + ex);
		}
		finally {
			Runtime.getRuntime().halt(1);
		}
	}

	private static int work(ConfigurableApplicationContext context) throws IOException {
		Environment environment = context.getEnvironment();
		Coordination coordination = context.getBean(Coordination.class);
		Names names = new Names(environment.getRequiredProperty("spring.application.name"));
		long from = environment.getRequiredProperty("history.from", Long.class);
		long end = System.nanoTime()
				+ TimeUnit.SECONDS.toNanos(environment.getRequiredProperty("history.seconds", Long.class));
		Recorder recorder = new Recorder();
		Workers.run(environment.getRequiredProperty("history.threads", Integer.class),
				(worker) -> new RandomCalls(coordination, recorder, names).run(from, end));
		Files.write(Path.of(environment.getRequiredProperty("history.file")),
				recorder.operations().stream().map(Operation::line).toList());
		return recorder.operations().size();
	}

}
