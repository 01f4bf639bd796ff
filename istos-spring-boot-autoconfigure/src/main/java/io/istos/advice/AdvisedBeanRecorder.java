package io.istos.advice;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;

/**
 * Registers the auto-proxy creator, and records the beans with annotated methods as the
 * container made them, before anything can wrap them: what is not recorded was put there
 * by somebody else, a test perhaps.
 */
public final class AdvisedBeanRecorder implements BeanDefinitionRegistryPostProcessor, PriorityOrdered {

	private final Map<String, Object> rawBeans = new ConcurrentHashMap<>();

	private final List<AnnotatedMethods> annotated;

	private final boolean proxyTargetClass;

	private volatile boolean recording = true;

	AdvisedBeanRecorder(List<AnnotatedMethods> annotated, boolean proxyTargetClass) {
		this.annotated = annotated;
		this.proxyTargetClass = proxyTargetClass;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		if (AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry) != null && this.proxyTargetClass) {
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
		}
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		for (String name : beanFactory.getSingletonNames()) {
			Object bean = beanFactory.getSingleton(name);
			if (bean != null && beanFactory.containsBeanDefinition(name)) {
				record(bean, name);
			}
		}
		beanFactory.addBeanPostProcessor(new Recorder(new FinalClassRule(beanFactory)));
	}

	Map<String, Object> rawBeans() {
		return this.rawBeans;
	}

	void stop() {
		this.recording = false;
		this.rawBeans.clear();
	}

	private void record(Object bean, String name) {
		if (this.recording && !kinds(bean).isEmpty()) {
			this.rawBeans.putIfAbsent(name, bean);
		}
	}

	private List<AdviceKind> kinds(Object bean) {
		return this.annotated.stream()
			.filter((annotated) -> !annotated.methods(bean.getClass()).isEmpty())
			.map(AnnotatedMethods::kind)
			.toList();
	}

	private final class Recorder implements BeanPostProcessor {

		private final FinalClassRule rule;

		Recorder(FinalClassRule rule) {
			this.rule = rule;
		}

		@Override
		public @Nullable Object postProcessBeforeInitialization(Object bean, String beanName) {
			kinds(bean).forEach((kind) -> this.rule.check(kind, bean.getClass(), beanName));
			record(bean, beanName);
			return bean;
		}

		// What a factory bean produces comes by only here.
		@Override
		public @Nullable Object postProcessAfterInitialization(Object bean, String beanName) {
			record(bean, beanName);
			return bean;
		}

	}

}
