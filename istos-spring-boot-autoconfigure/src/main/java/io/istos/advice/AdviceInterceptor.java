package io.istos.advice;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;

import io.istos.IstosException;

/**
 * Has every call judged before anything happens to it.
 *
 * @param <E> what is known of a method
 */
abstract class AdviceInterceptor<E extends MethodEntry> implements MethodInterceptor {

	private final MethodAdvice<E> advice;

	AdviceInterceptor(MethodAdvice<E> advice) {
		this.advice = advice;
	}

	@Override
	public final @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		if (target == null || !(invocation instanceof ProxyMethodInvocation call)) {
			throw new IllegalStateException("Not a call of a bean through a Spring proxy: " + invocation);
		}
		E entry = this.advice.catalog().get(invocation.getMethod(), AopUtils.getTargetClass(target));
		this.advice.judge().judge(call.getProxy(), target, entry);
		CallRoot root = new CallRoot(entry.source().method(), Arrays.asList(invocation.getArguments().clone()), target);
		return invoke(entry, root, call);
	}

	/**
	 * Go on with a call that is in order.
	 */
	abstract @Nullable Object invoke(E entry, CallRoot root, ProxyMethodInvocation call) throws Throwable;

	MethodJudge<E> judge() {
		return this.advice.judge();
	}

	/**
	 * Let a call fail in the way that its caller looks for.
	 */
	static Object fail(MethodEntry entry, IstosException failure) {
		if (CompletionStage.class.isAssignableFrom(entry.source().method().getReturnType())) {
			return CompletableFuture.failedFuture(failure);
		}
		throw failure;
	}

}
