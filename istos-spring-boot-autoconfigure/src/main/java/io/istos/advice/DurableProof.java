package io.istos.advice;

import java.lang.reflect.Method;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;

import io.istos.Durable;

/**
 * Proves at start-up that every bean with durable methods is advised in order, or refuses
 * to start. Beans that don't exist yet are read here and proved at their first call.
 */
final class DurableProof implements SmartInitializingSingleton {

	private final ConfigurableListableBeanFactory beanFactory;

	private final DurableBeanRecorder recorder;

	private final DurableAnnotations annotations;

	private final DurableCatalog catalog;

	private final DurableJudge judge;

	private final StartUpReport report = new StartUpReport();

	DurableProof(ConfigurableListableBeanFactory beanFactory, DurableBeanRecorder recorder,
			DurableAnnotations annotations, DurableCatalog catalog, DurableJudge judge) {
		this.beanFactory = beanFactory;
		this.recorder = recorder;
		this.annotations = annotations;
		this.catalog = catalog;
		this.judge = judge;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.recorder.rawBeans().forEach(this::proveRecorded);
		this.recorder.stop();
		for (String name : this.beanFactory.getBeanDefinitionNames()) {
			readUncreated(name);
		}
		this.report.operations(this.catalog.entries());
	}

	private void proveRecorded(String name, Object raw) {
		Object current = current(name, raw);
		if (current == null || TestDoubles.isMock(current)) {
			return;
		}
		Class<?> userClass = ClassUtils.getUserClass(raw);
		this.annotations.methods(userClass).forEach((method, annotation) -> {
			CatalogEntry entry = this.catalog.define(new DurableMethodSource(method, userClass, annotation));
			prove(name, raw, current, entry);
		});
	}

	private @Nullable Object current(String name, Object raw) {
		Object singleton = this.beanFactory.containsSingleton(name) ? this.beanFactory.getSingleton(name) : null;
		if (singleton instanceof FactoryBean<?> && !(raw instanceof FactoryBean<?>)) {
			return this.beanFactory.isSingleton(name) ? this.beanFactory.getBean(name) : null;
		}
		return singleton;
	}

	private void prove(String name, Object raw, Object current, CatalogEntry entry) {
		DurableMethodSource source = entry.source();
		source.refuseIf(current == raw,
				"is not advised: its bean '" + name + "' was created too early, or is"
						+ " infrastructure that is never proxied",
				"Find out which BeanPostProcessor or BeanFactoryPostProcessor depends on it, and give it an"
						+ " ObjectProvider, or declare it by a static @Bean method");
		ProxyWiring wiring = this.judge.judge(current, AopProxyUtils.getSingletonTarget(current), entry);
		source.refuseIf(!ProxyInterfaces.expose(current, source),
				"is not on any interface of the JDK proxy of its bean '" + name + "', so nobody can call it",
				"Declare it on an interface, or use class-based proxies (spring.aop.proxy-target-class=true)");
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
			read(ClassUtils.getUserClass(type));
		}
	}

	private void read(Class<?> userClass) {
		for (Map.Entry<Method, MergedAnnotation<Durable>> found : this.annotations.methods(userClass).entrySet()) {
			this.catalog.define(new DurableMethodSource(found.getKey(), userClass, found.getValue()));
		}
	}

}
