package io.istos.advice;

import java.util.StringJoiner;

import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.aspectj.AspectJPrecedenceInformation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.util.ClassUtils;

/**
 * What runs around an annotated method, from the outside to the inside, for people.
 */
final class AdviceOrder {

	private AdviceOrder() {
	}

	static String of(AdviceChain chain) {
		StringJoiner order = new StringJoiner(" > ");
		for (Advisor advisor : chain.advisors()) {
			String name = AdviceChain.applies(advisor, chain.source()) ? name(advisor, chain.source()) : null;
			if (name != null) {
				order.add(name);
			}
		}
		return order.add("body").toString();
	}

	private static @Nullable String name(Advisor advisor, MethodSource source) {
		Advice advice = advisor.getAdvice();
		if (advice instanceof LeaseInterceptor) {
			return "lease";
		}
		if (advice instanceof DurableInterceptor) {
			return "claim";
		}
		if (advice instanceof TransactionAspectSupport transaction) {
			return (TransactionPlan.attribute(transaction, source) != null) ? "transaction" : null;
		}
		boolean silent = advice instanceof DurableBodyInterceptor || advice instanceof ExposeInvocationInterceptor;
		return silent ? null : foreign(advisor);
	}

	/**
	 * Name advice that is not ours.
	 */
	static String foreign(Advisor advisor) {
		if (advisor instanceof AspectJPrecedenceInformation aspect) {
			return aspect.getAspectName();
		}
		return name(advisor.getAdvice().getClass());
	}

	/** Neither a lambda nor an anonymous class has a name, but where it is does. */
	private static String name(Class<?> type) {
		if (type.isHidden()) {
			return ClassUtils.getShortName(type.getName().split("\\$\\$", 2)[0]) + " (lambda)";
		}
		return type.isAnonymousClass() ? ClassUtils.getShortName(type) : type.getSimpleName();
	}

}
