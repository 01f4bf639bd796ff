package io.istos.engine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * All that Istos tells: its log at every level, and the exceptions that a test caught,
 * with causes and suppressed ones.
 */
final class Told implements AutoCloseable {

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.istos");

	private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

	private final List<String> failures = new CopyOnWriteArrayList<>();

	Told() {
		this.appender.list = new CopyOnWriteArrayList<>();
		this.appender.start();
		this.logger.setLevel(Level.TRACE);
		this.logger.setAdditive(false);
		this.logger.addAppender(this.appender);
	}

	/**
	 * A call must fail in a certain way.
	 */
	void failure(Class<? extends Throwable> type, Callable<?> call) {
		Throwable failure = catchThrowable(call::call);
		assertThat(failure).isInstanceOf(type);
		this.failures.add(text(failure));
	}

	private static String text(Throwable failure) {
		StringWriter text = new StringWriter();
		failure.printStackTrace(new PrintWriter(text, true));
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SQLException sql && sql.getNextException() != null) {
				text.append(text(sql.getNextException()));
			}
		}
		return text.toString();
	}

	/**
	 * Whether there is a log line.
	 */
	boolean logged(String part) {
		return log().anyMatch((line) -> line.contains(part));
	}

	private Stream<String> log() {
		return this.appender.list.stream()
			.map((event) -> event.getFormattedMessage() + "\n" + ((event.getThrowableProxy() != null)
					? ThrowableProxyUtil.asString(event.getThrowableProxy()) : ""));
	}

	void assertNever(String secret) {
		assertThat(this.failures).noneMatch((failure) -> failure.contains(secret));
		assertThat(log()).noneMatch((line) -> line.contains(secret));
	}

	@Override
	public void close() {
		this.logger.detachAppender(this.appender);
		this.logger.setAdditive(true);
		this.logger.setLevel(null);
	}

}
