package io.istos.advice;

import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;

import io.istos.engine.DurableOperations;

/**
 * Everything that makes the annotated beans of one bean factory durable. The beans it
 * needs (engine, transactions, resolvers) are looked up when they are needed, never
 * before.
 */
public final class DurableAdvice {

	/**
	 * Outside transactions and caches, which have the lowest precedence; inside
	 * everything else.
	 */
	static final int ORDER = Ordered.LOWEST_PRECEDENCE - 20;

	private final ConfigurableListableBeanFactory beanFactory;

	private final DurableAnnotations annotations = new DurableAnnotations();

	private final DefinedOperations operations;

	private final DurableCatalog catalog;

	private final DurableJudge judge;

	/**
	 * Create the advice.
	 * @param beanFactory the bean factory
	 * @param requireNames whether every durable method must be named
	 */
	public DurableAdvice(ConfigurableListableBeanFactory beanFactory, BooleanSupplier requireNames) {
		this.beanFactory = beanFactory;
		this.operations = new DefinedOperations(beanFactory.getBeanProvider(DurableOperations.class),
				this::operationsOfParent);
		this.catalog = new DurableCatalog(this.annotations, new DurableMethodReader(beanFactory, requireNames),
				this.operations);
		this.judge = new DurableJudge(beanFactory);
	}

	/**
	 * The recorder of raw beans.
	 * @param proxyTargetClass whether an auto-proxy creator that nobody else registered
	 * is to proxy classes
	 * @return the recorder
	 */
	public DurableBeanRecorder recorder(boolean proxyTargetClass) {
		return new DurableBeanRecorder(this.annotations, proxyTargetClass);
	}

	/**
	 * The outer advisor.
	 * @return the advisor
	 */
	public Advisor advisor() {
		DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(new DurablePointcut(this.annotations),
				new DurableInterceptor(this.catalog, this.judge));
		advisor.setOrder(ORDER);
		return advisor;
	}

	/**
	 * The processor that appends the inner advice.
	 * @return the processor
	 */
	public BeanPostProcessor bodyPostProcessor() {
		return new DurableBodyPostProcessor(
				new DefaultPointcutAdvisor(new DurablePointcut(this.annotations), new DurableBodyInterceptor()));
	}

	/**
	 * The proof at start-up.
	 * @param recorder the recorder
	 * @return the proof
	 */
	public SmartInitializingSingleton proof(DurableBeanRecorder recorder) {
		return new DurableProof(this.beanFactory, recorder, this.annotations, this.catalog, this.judge);
	}

	private @Nullable DefinedOperations operationsOfParent() {
		BeanFactory parent = this.beanFactory.getParentBeanFactory();
		DurableAdvice advice = (parent != null) ? parent.getBeanProvider(DurableAdvice.class).getIfUnique() : null;
		return (advice != null) ? advice.operations : null;
	}

}
