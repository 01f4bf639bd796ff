package io.istos.engine;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs a body inside a transaction template. A checked exception rolls back and arrives
 * as thrown.
 */
final class TemplateBody {

	private TemplateBody() {
	}

	static @Nullable Object run(@Nullable TransactionTemplate template, DurableInvocation invocation,
			DurableInvocation.Body body) throws Throwable {
		if (template == null) {
			return invocation.within(body);
		}
		AtomicReference<@Nullable Object> result = new AtomicReference<>();
		try {
			template.executeWithoutResult((status) -> result.set(unchecked(invocation, body)));
			return result.get();
		}
		catch (CheckedFailure ex) {
			throw ex.failure;
		}
	}

	private static @Nullable Object unchecked(DurableInvocation invocation, DurableInvocation.Body body) {
		try {
			return invocation.within(body);
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new CheckedFailure(ex);
		}
	}

	@SuppressWarnings("serial")
	private static final class CheckedFailure extends RuntimeException {

		private final Throwable failure;

		CheckedFailure(Throwable failure) {
			super(failure);
			this.failure = failure;
		}

	}

}
