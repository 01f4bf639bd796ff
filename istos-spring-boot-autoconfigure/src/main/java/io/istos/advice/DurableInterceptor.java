package io.istos.advice;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;

import io.istos.Durability;
import io.istos.engine.CallRequest;
import io.istos.engine.DurableOperation;

/**
 * The outer advice: outside the transaction, it has the call claimed and its outcome
 * decided.
 */
final class DurableInterceptor extends AdviceInterceptor<DurableEntry> {

	static final String INVOCATION = DurableInterceptor.class.getName() + ".invocation";

	DurableInterceptor(MethodAdvice<DurableEntry> durable) {
		super(durable);
	}

	@Override
	@Nullable Object invoke(DurableEntry entry, CallRoot root, ProxyMethodInvocation call) throws Throwable {
		return entry.operation().execute(() -> request(entry, root), (durable) -> {
			call.setUserAttribute(INVOCATION, durable);
			return call.proceed();
		});
	}

	private CallRequest request(DurableEntry entry, CallRoot root) {
		CallIdentity identity = entry.method().identity();
		DurableOperation<?> operation = entry.operation();
		if (operation.options().durability() == Durability.AT_MOST_ONCE) {
			return new CallRequest(null, null, root.arguments(), judge().expected(entry));
		}
		return new CallRequest(identity.key(root, operation), identity.fingerprint(root, operation), root.arguments(),
				judge().expected(entry));
	}

}
