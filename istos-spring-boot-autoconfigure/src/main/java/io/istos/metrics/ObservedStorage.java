package io.istos.metrics;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.istos.storage.LedgerTransaction;
import io.istos.storage.StorageDecorator;
import io.istos.storage.StoragePlugin;

/**
 * Observes what the store is asked. What nobody's call asks (renewals, purging) is timed,
 * but gets no span: it would be a trace of its own, every few seconds.
 */
final class ObservedStorage implements StorageDecorator {

	private final ObservationRegistry observations;

	private final MeterRegistry meters;

	private final Map<Method, String> names = new ConcurrentHashMap<>();

	ObservedStorage(ObservationRegistry observations, MeterRegistry meters) {
		this.observations = observations;
		this.meters = meters;
	}

	@Override
	public StoragePlugin decorate(StoragePlugin store) {
		InvocationHandler handler = (proxy, method, arguments) -> (method.getDeclaringClass() != Object.class)
				? observe(store, method, arguments) : invoke(store, method, arguments);
		return (StoragePlugin) Proxy.newProxyInstance(StoragePlugin.class.getClassLoader(),
				new Class<?>[] { StoragePlugin.class }, handler);
	}

	private @Nullable Object observe(StoragePlugin store, Method method, Object @Nullable [] arguments)
			throws Throwable {
		StorageContext context = new StorageContext(name(method), isInTransaction(arguments));
		if (this.observations.isNoop() || this.observations.getCurrentObservation() == null) {
			return time(context, () -> invoke(store, method, arguments));
		}
		return span(context, () -> invoke(store, method, arguments));
	}

	private static boolean isInTransaction(Object @Nullable [] arguments) {
		return arguments != null && Arrays.stream(arguments).anyMatch(LedgerTransaction.class::isInstance);
	}

	@SuppressWarnings("try")
	private @Nullable Object span(StorageContext context, Question question) throws Throwable {
		Observation observation = Observation.createNotStarted(Convention.STORAGE, () -> context, this.observations)
			.start();
		try (Observation.Scope scope = observation.openScope()) {
			return question.ask();
		}
		catch (Throwable ex) {
			observation.error(ex);
			throw ex;
		}
		finally {
			observation.stop();
		}
	}

	private @Nullable Object time(StorageContext context, Question question) throws Throwable {
		Timer.Sample sample = Timer.start(this.meters);
		String error = "none";
		try {
			return question.ask();
		}
		catch (Throwable ex) {
			error = ex.getClass().getSimpleName();
			throw ex;
		}
		finally {
			sample.stop(this.meters.timer(IstosObservation.STORAGE.getName(), tags(context, error)));
		}
	}

	/** As the timers of observations are tagged, so that both are the same. */
	private static Tags tags(StorageContext context, String error) {
		Tags tags = Tags.of("error", error);
		for (var value : Convention.STORAGE.getLowCardinalityKeyValues(context)) {
			tags = tags.and(value.getKey(), value.getValue());
		}
		return tags;
	}

	private static @Nullable Object invoke(StoragePlugin store, Method method, Object @Nullable [] arguments)
			throws Throwable {
		try {
			return method.invoke(store, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	private String name(Method method) {
		return this.names.computeIfAbsent(method,
				(key) -> key.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
	}

	private interface Question {

		@Nullable Object ask() throws Throwable;

	}

}
