package io.istos.health;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ApplicationContext;

import io.istos.engine.DurableOperation;
import io.istos.engine.DurableOperations;
import io.istos.engine.DurableOptions;
import io.istos.storage.StoragePlugin;
import io.istos.storage.memory.InMemoryStoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.BDDMockito.willCallRealMethod;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;

/**
 * A renewal thread that dies in a running application, for real: the store throws an
 * error, and so does who is to log it.
 */
@Timeout(120)
class DeadThreadTests {

	private static final Logger ALARM = (Logger) LoggerFactory.getLogger("io.istos.engine.Alarm");

	@Test
	void isDownByNameUntilTheNextClaim() {
		StoragePlugin store = spy(new InMemoryStoragePlugin());
		Appender<ILoggingEvent> deadly = deadly();
		willThrow(new Error("no memory")).given(store).renewClaims(anyList());
		ALARM.addAppender(deadly);
		HealthRunner.inMemory()
			.withBean(StoragePlugin.class, () -> store)
			.withPropertyValues("istos.durable.lease=3s")
			.run((context) -> {
				DurableOperation<String> operation = context.getBean(DurableOperations.class)
					.define("mortal", String.class, DurableOptions.defaults());
				assertThat(operation.call("first", null, () -> whileHeld(context, operation, store, deadly)))
					.isEqualTo("told");
			});
	}

	private static String whileHeld(ApplicationContext context, DurableOperation<String> operation, StoragePlugin store,
			Appender<ILoggingEvent> deadly) throws Exception {
		await().dontCatchUncaughtExceptions().until(() -> reason(context).contains("istos-renewal"));
		ALARM.detachAppender(deadly);
		willCallRealMethod().given(store).renewClaims(anyList());
		CountDownLatch claimed = new CountDownLatch(1);
		Thread other = new Thread(() -> {
			try {
				operation.call("second", null, () -> {
					claimed.countDown();
					return "revived";
				});
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		});
		other.start();
		assertThat(claimed.await(20, TimeUnit.SECONDS)).isTrue();
		await().until(() -> health(context).getStatus().equals(Status.UP));
		other.join();
		return "told";
	}

	private static Health health(ApplicationContext context) {
		return context.getBean(IstosHealthIndicator.class).health();
	}

	private static String reason(ApplicationContext context) {
		return String.valueOf(health(context).getDetails().get("reason"));
	}

	@SuppressWarnings("unchecked")
	private static Appender<ILoggingEvent> deadly() {
		Appender<ILoggingEvent> appender = mock(Appender.class);
		willThrow(new Error("no memory to log")).given(appender).doAppend(any());
		return appender;
	}

}
