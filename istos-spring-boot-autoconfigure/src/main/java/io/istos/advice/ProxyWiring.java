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
 * The advice that one proxy runs around a durable method, proved to be in order.
 *
 * @param transaction the transaction interceptor; {@code null} if the method is not
 * transactional
 * @param between all advice between claim and body
 */
record ProxyWiring(@Nullable TransactionAspectSupport transaction, List<Advisor> between) {

	private static final String ONE_PROXY = "Let one auto-proxy creator, neither frozen nor opaque, advise the bean,"
			+ " or use DurableOperations";

	private static final String GENERATED = ". A method of a generated proxy (repository, HTTP client) can't be durable:"
			+ " annotate a method that calls it";

	static ProxyWiring of(@Nullable Object proxy, @Nullable Object target, DurableMethodSource source) {
		if (!(proxy instanceof Advised advised)) {
			throw source.refusal("is called through " + describe(proxy) + ", whose advice can't be inspected",
					ONE_PROXY);
		}
		source.refuseIf(isProxy(target), "is behind two proxies", ONE_PROXY + GENERATED);
		return of(advised, Arrays.asList(advised.getAdvisors()), source);
	}

	private static ProxyWiring of(Advised advised, List<Advisor> advisors, DurableMethodSource source) {
		int outer = only(advisors, DurableInterceptor.class, source, "the durable advice");
		int inner = only(advisors, DurableBodyInterceptor.class, source, advised.isFrozen()
				? "the advice around its body, because the proxy is frozen" : "the advice around its body");
		source.refuseIf(inner < outer, "is advised in the wrong order", ONE_PROXY);
		List<Advisor> transactional = transactional(advisors, source);
		for (Advisor advisor : transactional) {
			int index = advisors.indexOf(advisor);
			source.refuseIf(index < outer, "begins its transaction before it is claimed",
					"Let the transaction advice have the lowest precedence: remove 'order' from @EnableTransactionManagement");
			source.refuseIf(index > inner, "begins its transaction inside its body", ONE_PROXY);
		}
		source.refuseIf(transactional.size() > 1, "has two transaction interceptors", "Remove one of them");
		return new ProxyWiring(transactional.isEmpty() ? null : interceptor(transactional.get(0)),
				advisors.subList(outer + 1, inner));
	}

	/**
	 * Advice between claim and body that applies to the method, without the transaction.
	 */
	List<Advisor> foreign(DurableMethodSource source) {
		return this.between.stream()
			.filter((advisor) -> advisor.getAdvice() != this.transaction && applies(advisor, source))
			.toList();
	}

	private static boolean isProxy(@Nullable Object target) {
		return target != null && (AopUtils.isAopProxy(target) || Proxy.isProxyClass(target.getClass()));
	}

	private static int only(List<Advisor> advisors, Class<?> advice, DurableMethodSource source, String what) {
		int found = -1;
		for (int i = 0; i < advisors.size(); i++) {
			if (advice.isInstance(advisors.get(i).getAdvice())) {
				source.refuseIf(found >= 0, "has " + what + " twice", ONE_PROXY);
				found = i;
			}
		}
		source.refuseIf(found < 0, "lacks " + what, ONE_PROXY);
		return found;
	}

	private static List<Advisor> transactional(List<Advisor> advisors, DurableMethodSource source) {
		List<Advisor> transactional = new ArrayList<>();
		for (Advisor advisor : advisors) {
			if (advisor.getAdvice() instanceof TransactionAspectSupport && applies(advisor, source)
					&& TransactionPlan.attribute(interceptor(advisor), source) != null) {
				transactional.add(advisor);
			}
		}
		return transactional;
	}

	private static TransactionAspectSupport interceptor(Advisor advisor) {
		return (TransactionAspectSupport) advisor.getAdvice();
	}

	private static boolean applies(Advisor advisor, DurableMethodSource source) {
		if (advisor instanceof PointcutAdvisor pointcutAdvisor) {
			Pointcut pointcut = pointcutAdvisor.getPointcut();
			Method method = source.method();
			return pointcut.getClassFilter().matches(source.targetClass())
					&& pointcut.getMethodMatcher().matches(method, source.targetClass());
		}
		return !(advisor instanceof IntroductionAdvisor);
	}

	private static String describe(@Nullable Object proxy) {
		return (proxy != null) ? "an instance of " + proxy.getClass().getName() : "no proxy";
	}

}
