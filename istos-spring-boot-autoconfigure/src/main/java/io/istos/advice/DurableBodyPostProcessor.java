package io.istos.advice;

import java.util.Arrays;

import org.aopalliance.aop.Advice;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;

/**
 * Appends the inner advice to every proxy that has the outer one. It is not ordered, so
 * it comes after all processors that are; and it makes no proxy of its own, which would
 * be one too many.
 */
final class DurableBodyPostProcessor implements SmartInstantiationAwareBeanPostProcessor {

	private final Advisor advisor;

	DurableBodyPostProcessor(Advisor advisor) {
		this.advisor = advisor;
	}

	@Override
	public Object getEarlyBeanReference(Object bean, String beanName) {
		append(bean);
		return bean;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		append(bean);
		return bean;
	}

	private void append(Object bean) {
		if (bean instanceof Advised advised && !advised.isFrozen() && has(advised, DurableInterceptor.class)
				&& !has(advised, DurableBodyInterceptor.class)) {
			advised.addAdvisor(this.advisor);
		}
	}

	private static boolean has(Advised advised, Class<? extends Advice> advice) {
		return Arrays.stream(advised.getAdvisors()).anyMatch((advisor) -> advice.isInstance(advisor.getAdvice()));
	}

}
