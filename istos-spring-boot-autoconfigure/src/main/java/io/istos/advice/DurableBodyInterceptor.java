package io.istos.advice;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;

import io.istos.engine.DurableInvocation;

/**
 * The inner advice: inside the transaction, it has the body run for the claim that the
 * outer advice got.
 */
final class DurableBodyInterceptor implements MethodInterceptor {

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		if (invocation instanceof ProxyMethodInvocation call
				&& call.getUserAttribute(DurableInterceptor.INVOCATION) instanceof DurableInvocation durable) {
			return durable.within(call::proceed);
		}
		throw new IllegalStateException("Nothing claimed the call of " + invocation.getMethod()
				+ ": the method did not run." + " Its advice is not in order");
	}

}
