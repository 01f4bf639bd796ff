package io.istos.advice;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;

import io.istos.IstosException;
import io.istos.engine.LeaseCall;

/**
 * The advice around leased methods, outside claim and transaction. Commits are fenced
 * where transactions are followed, so it needs no counterpart inside them.
 */
final class LeaseInterceptor extends AdviceInterceptor<LeaseEntry> {

	LeaseInterceptor(MethodAdvice<LeaseEntry> leased) {
		super(leased);
	}

	@Override
	@Nullable Object invoke(LeaseEntry entry, CallRoot root, ProxyMethodInvocation call) throws Throwable {
		LeasedMethod method = entry.method();
		try {
			return entry.engine()
				.execute(entry.source().name(), () -> leased(entry, root), call::proceed, method.busy());
		}
		catch (IstosException ex) {
			return fail(entry, ex);
		}
	}

	private LeaseCall leased(LeaseEntry entry, CallRoot root) {
		LeasedMethod method = entry.method();
		return new LeaseCall(method.scope().evaluate(root), method.options(), judge().expected(entry),
				method.asynchronous());
	}

}
