package io.istos.advice;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.IntroductionAdvisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/**
 * The advisors of the proxy that a method is called through, from the outside to the
 * inside.
 *
 * @param source the method
 * @param advisors the advisors
 * @param frozen whether nobody could add to them
 */
record AdviceChain(MethodSource source, List<Advisor> advisors, boolean frozen) {

	static AdviceChain of(@Nullable Object proxy, @Nullable Object target, MethodSource source) {
		if (!(proxy instanceof Advised advised)) {
			throw source.refusal("is called through " + describe(proxy) + ", whose advice can't be inspected",
					oneProxy(source));
		}
		source.refuseIf(isProxy(target), "is behind two proxies",
				oneProxy(source) + ". A method of a generated proxy (repository, HTTP client) can't be "
						+ source.kind().word() + ": annotate a method that calls it");
		return new AdviceChain(source, Arrays.asList(advised.getAdvisors()), advised.isFrozen());
	}

	/**
	 * The position of an advice that must be there once.
	 */
	int only(Class<?> advice, String what) {
		int found = -1;
		for (int i = 0; i < this.advisors.size(); i++) {
			if (advice.isInstance(this.advisors.get(i).getAdvice())) {
				refuseIf(found >= 0, "has " + what + " twice");
				found = i;
			}
		}
		refuseIf(found < 0, "lacks " + what);
		return found;
	}

	/**
	 * The positions of the advice that begins transactions around the method.
	 */
	List<Integer> transactional() {
		List<Integer> transactional = new ArrayList<>();
		for (int i = 0; i < this.advisors.size(); i++) {
			if (this.advisors.get(i).getAdvice() instanceof TransactionAspectSupport interceptor
					&& applies(this.advisors.get(i), this.source)
					&& TransactionPlan.attribute(interceptor, this.source) != null) {
				transactional.add(i);
			}
		}
		return transactional;
	}

	void refuseIf(boolean condition, String problem) {
		this.source.refuseIf(condition, problem, oneProxy(this.source));
	}

	static boolean applies(Advisor advisor, MethodSource source) {
		if (advisor instanceof PointcutAdvisor pointcutAdvisor) {
			Pointcut pointcut = pointcutAdvisor.getPointcut();
			Method method = source.method();
			return pointcut.getClassFilter().matches(source.targetClass())
					&& pointcut.getMethodMatcher().matches(method, source.targetClass());
		}
		return !(advisor instanceof IntroductionAdvisor);
	}

	private static boolean isProxy(@Nullable Object target) {
		return target != null && (AopUtils.isAopProxy(target) || Proxy.isProxyClass(target.getClass()));
	}

	private static String oneProxy(MethodSource source) {
		return "Let one auto-proxy creator, neither frozen nor opaque, advise the bean, or use " + source.kind().door();
	}

	private static String describe(@Nullable Object proxy) {
		return (proxy != null) ? "an instance of " + proxy.getClass().getName() : "no proxy";
	}

}
