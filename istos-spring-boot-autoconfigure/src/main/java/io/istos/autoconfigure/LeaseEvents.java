package io.istos.autoconfigure;

import java.util.List;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.util.function.SingletonSupplier;

import io.istos.LeaseEvent;
import io.istos.LeaseListener;

/**
 * Tells the application what happens to leases: its listeners, and whoever listens to
 * application events.
 */
final class LeaseEvents implements LeaseListener {

	private static final Log logger = LogFactory.getLog(LeaseEvents.class);

	private final SingletonSupplier<List<LeaseListener>> listeners;

	private final ApplicationEventPublisher publisher;

	LeaseEvents(SingletonSupplier<List<LeaseListener>> listeners, ApplicationEventPublisher publisher) {
		this.listeners = listeners;
		this.publisher = publisher;
	}

	@Override
	public void onLeaseEvent(LeaseEvent event) {
		tell(event, (told) -> this.listeners.obtain().forEach((listener) -> tell(told, listener::onLeaseEvent)));
		tell(event, this.publisher::publishEvent);
	}

	private static void tell(LeaseEvent event, Consumer<LeaseEvent> listener) {
		try {
			listener.accept(event);
		}
		catch (Throwable ex) {
			logger.error("A listener failed at " + event, ex);
		}
	}

}
