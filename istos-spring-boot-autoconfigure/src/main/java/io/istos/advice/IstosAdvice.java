package io.istos.advice;

import java.util.List;
import java.util.function.BooleanSupplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;

import io.istos.engine.DurableOperations;
import io.istos.engine.ScopeLeases;

/**
 * Everything that makes the annotated beans of one bean factory durable or leased. The
 * beans it needs (engine, transactions, resolvers) are looked up when they are needed,
 * never before.
 */
public final class IstosAdvice {

	/**
	 * Outside transactions and caches, which have the lowest precedence; inside
	 * everything else.
	 */
	static final int DURABLE_ORDER = Ordered.LOWEST_PRECEDENCE - 20;

	/**
	 * Outside the claim: what waits for its scope has claimed nothing yet.
	 */
	static final int LEASE_ORDER = Ordered.LOWEST_PRECEDENCE - 30;

	private final ConfigurableListableBeanFactory beanFactory;

	private final DefinedOperations operations;

	private final MethodAdvice<DurableEntry> durable;

	private final MethodAdvice<LeaseEntry> leased;

	/**
	 * Create the advice.
	 * @param beanFactory the bean factory
	 * @param requireNames whether every durable method must be named
	 */
	public IstosAdvice(ConfigurableListableBeanFactory beanFactory, BooleanSupplier requireNames) {
		this.beanFactory = beanFactory;
		this.operations = new DefinedOperations(beanFactory.getBeanProvider(DurableOperations.class),
				this::operationsOfParent);
		this.durable = MethodAdvice.of(AdviceKind.DURABLE,
				new DurableRules(beanFactory, new DurableMethodReader(beanFactory, requireNames), this.operations),
				beanFactory);
		this.leased = MethodAdvice.of(AdviceKind.LEASED,
				new LeaseRules(new LeasedMethodReader(beanFactory), beanFactory.getBeanProvider(ScopeLeases.class)),
				beanFactory);
	}

	/**
	 * The recorder of raw beans.
	 * @param proxyTargetClass whether an auto-proxy creator that nobody else registered
	 * is to proxy classes
	 * @return the recorder
	 */
	public AdvisedBeanRecorder recorder(boolean proxyTargetClass) {
		return new AdvisedBeanRecorder(List.of(this.durable.annotated(), this.leased.annotated()), proxyTargetClass);
	}

	/**
	 * The outer advisor of durable methods.
	 * @return the advisor
	 */
	public Advisor durableAdvisor() {
		return advisor(this.durable, new DurableInterceptor(this.durable), DURABLE_ORDER);
	}

	/**
	 * The advisor of leased methods.
	 * @return the advisor
	 */
	public Advisor leaseAdvisor() {
		return advisor(this.leased, new LeaseInterceptor(this.leased), LEASE_ORDER);
	}

	private static Advisor advisor(MethodAdvice<?> advice, MethodInterceptor interceptor, int order) {
		DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(new AnnotatedPointcut(advice.annotated()),
				interceptor);
		advisor.setOrder(order);
		return advisor;
	}

	/**
	 * The processor that appends the inner advice of durable methods.
	 * @return the processor
	 */
	public BeanPostProcessor bodyPostProcessor() {
		return new DurableBodyPostProcessor(new DefaultPointcutAdvisor(new AnnotatedPointcut(this.durable.annotated()),
				new DurableBodyInterceptor()));
	}

	/**
	 * The proof at start-up.
	 * @param recorder the recorder
	 * @return the proof
	 */
	public SmartInitializingSingleton proof(AdvisedBeanRecorder recorder) {
		return new AdviceProof(this.beanFactory, recorder, List.of(this.durable, this.leased));
	}

	private @Nullable DefinedOperations operationsOfParent() {
		BeanFactory parent = this.beanFactory.getParentBeanFactory();
		IstosAdvice advice = (parent != null) ? parent.getBeanProvider(IstosAdvice.class).getIfUnique() : null;
		return (advice != null) ? advice.operations : null;
	}

}
