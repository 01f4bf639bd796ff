package io.istos.advice;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;

import io.istos.Durability;
import io.istos.IstosException;
import io.istos.engine.CallRequest;
import io.istos.engine.DurableOperation;

/**
 * The outer advice: outside the transaction, it has the call claimed and its outcome
 * decided.
 */
final class DurableInterceptor implements MethodInterceptor {

	static final String INVOCATION = DurableInterceptor.class.getName() + ".invocation";

	private final MethodCatalog<DurableEntry> catalog;

	private final MethodJudge<DurableEntry> judge;

	DurableInterceptor(MethodAdvice<DurableEntry> durable) {
		this.catalog = durable.catalog();
		this.judge = durable.judge();
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		if (target == null || !(invocation instanceof ProxyMethodInvocation call)) {
			throw new IllegalStateException("Not a call of a bean through a Spring proxy: " + invocation);
		}
		DurableEntry entry = this.catalog.get(invocation.getMethod(), AopUtils.getTargetClass(target));
		this.judge.judge(call.getProxy(), target, entry);
		CallRequest request;
		try {
			request = request(entry, invocation, target);
		}
		catch (IstosException ex) {
			return fail(entry, ex);
		}
		return entry.operation().execute(request, (durable) -> {
			call.setUserAttribute(INVOCATION, durable);
			return call.proceed();
		});
	}

	private CallRequest request(DurableEntry entry, MethodInvocation invocation, Object target) {
		CallRoot root = new CallRoot(entry.source().method(), Arrays.asList(invocation.getArguments().clone()), target);
		CallIdentity identity = entry.method().identity();
		DurableOperation<?> operation = entry.operation();
		if (operation.options().durability() == Durability.AT_MOST_ONCE) {
			return new CallRequest(null, null, root.arguments(), this.judge.expected(entry));
		}
		return new CallRequest(identity.key(root, operation), identity.fingerprint(root, operation), root.arguments(),
				this.judge.expected(entry));
	}

	private static Object fail(DurableEntry entry, IstosException failure) {
		if (CompletionStage.class.isAssignableFrom(entry.source().method().getReturnType())) {
			return CompletableFuture.failedFuture(failure);
		}
		throw failure;
	}

}
