package io.istos.advice;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/**
 * The advice that one proxy runs around an annotated method, proved to be in order.
 *
 * @param transaction the transaction interceptor; {@code null} if the method is not
 * transactional
 * @param between all advice between claim and body
 */
record ProxyWiring(@Nullable TransactionAspectSupport transaction, List<Advisor> between) {

	static ProxyWiring durable(AdviceChain chain) {
		int outer = chain.only(DurableInterceptor.class, "the durable advice");
		int inner = chain.only(DurableBodyInterceptor.class, chain.frozen()
				? "the advice around its body, because the proxy is frozen" : "the advice around its body");
		chain.refuseIf(inner < outer, "is advised in the wrong order");
		chain.transactional()
			.forEach((index) -> chain.refuseIf(index > inner, "begins its transaction inside its body"));
		return new ProxyWiring(transaction(chain, outer, "is claimed"), chain.advisors().subList(outer + 1, inner));
	}

	static ProxyWiring leased(AdviceChain chain) {
		int lease = chain.only(LeaseInterceptor.class, "the lease advice");
		for (Advisor outside : chain.advisors().subList(0, lease)) {
			chain.refuseIf(outside.getAdvice() instanceof DurableInterceptor, "is claimed before it is leased");
		}
		return new ProxyWiring(transaction(chain, lease, "is leased"), List.of());
	}

	/**
	 * Advice between claim and body that applies to the method, without the transaction.
	 */
	List<Advisor> foreign(MethodSource source) {
		return this.between.stream()
			.filter((advisor) -> advisor.getAdvice() != this.transaction && AdviceChain.applies(advisor, source))
			.toList();
	}

	private static @Nullable TransactionAspectSupport transaction(AdviceChain chain, int outer, String begun) {
		List<Integer> transactional = chain.transactional();
		MethodSource source = chain.source();
		for (int index : transactional) {
			source.refuseIf(index < outer, "begins its transaction before it " + begun,
					"Let the transaction advice have the lowest precedence: remove 'order' from @EnableTransactionManagement");
		}
		source.refuseIf(transactional.size() > 1, "has two transaction interceptors", "Remove one of them");
		return transactional.isEmpty() ? null
				: (TransactionAspectSupport) chain.advisors().get(transactional.get(0)).getAdvice();
	}

}
