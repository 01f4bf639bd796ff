package io.istos.advice;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Proves at start-up that every bean with annotated methods is advised in order, or
 * refuses to start. Beans that don't exist yet are read here and proved at their first
 * call.
 */
final class AdviceProof implements SmartInitializingSingleton {

	private final ConfigurableListableBeanFactory beanFactory;

	private final AdvisedBeanRecorder recorder;

	private final List<MethodAdvice<?>> advices;

	private final StartUpReport report = new StartUpReport();

	AdviceProof(ConfigurableListableBeanFactory beanFactory, AdvisedBeanRecorder recorder,
			List<MethodAdvice<?>> advices) {
		this.beanFactory = beanFactory;
		this.recorder = recorder;
		this.advices = advices;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.recorder.rawBeans().forEach(this::proveRecorded);
		this.recorder.stop();
		for (String name : this.beanFactory.getBeanDefinitionNames()) {
			readUncreated(name);
		}
		this.advices.forEach((advice) -> this.report.list(advice.rules().title(), advice.lines()));
	}

	private void proveRecorded(String name, Object raw) {
		Object current = current(name, raw);
		if (current == null || TestDoubles.isMock(current)) {
			return;
		}
		for (MethodAdvice<?> advice : this.advices) {
			for (MethodSource source : advice.annotated().methods(raw.getClass()).values()) {
				prove(name, raw, current, advice, source);
			}
		}
	}

	private @Nullable Object current(String name, Object raw) {
		Object singleton = this.beanFactory.containsSingleton(name) ? this.beanFactory.getSingleton(name) : null;
		if (singleton instanceof FactoryBean<?> && !(raw instanceof FactoryBean<?>)) {
			return this.beanFactory.isSingleton(name) ? this.beanFactory.getBean(name) : null;
		}
		return singleton;
	}

	private <E extends MethodEntry> void prove(String name, Object raw, Object current, MethodAdvice<E> advice,
			MethodSource source) {
		E entry = advice.catalog().define(source);
		source.refuseIf(current == raw,
				"is not advised: its bean '" + name + "' was created too early, or is"
						+ " infrastructure that is never proxied",
				"Find out which BeanPostProcessor or BeanFactoryPostProcessor depends on it, and give it an"
						+ " ObjectProvider, or declare it by a static @Bean method");
		Object target = AopProxyUtils.getSingletonTarget(current);
		ProxyWiring wiring = advice.judge().judge(current, target, entry);
		source.refuseIf(!ProxyInterfaces.expose(current, source),
				"is not on any interface of the JDK proxy of its bean '" + name + "', so nobody can call it",
				"Declare it on an interface, or use class-based proxies (spring.aop.proxy-target-class=true)");
		entry.arranged(AdviceOrder.of(AdviceChain.of(current, target, source)));
		this.report.foreign(name, source, wiring.foreign(source));
	}

	private void readUncreated(String name) {
		if (this.beanFactory.containsSingleton(name)) {
			return;
		}
		BeanDefinition definition = this.beanFactory.getMergedBeanDefinition(name);
		if (definition.isAbstract() || definition.getFactoryMethodName() != null) {
			return;
		}
		Class<?> type = this.beanFactory.getType(name, false);
		if (type != null && !type.isInterface()) {
			this.advices.forEach((advice) -> advice.read(type));
		}
	}

}
