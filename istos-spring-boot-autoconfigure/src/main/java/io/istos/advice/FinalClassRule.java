package io.istos.advice;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Refuses final classes that only a subclass could advise, before the attempt fails with
 * less to go by.
 */
final class FinalClassRule {

	private final ConfigurableListableBeanFactory beanFactory;

	FinalClassRule(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	void check(AdviceKind kind, Class<?> type, String beanName) {
		if (Modifier.isFinal(type.getModifiers()) && !Proxy.isProxyClass(type) && !ClassUtils.isLambdaClass(type)
				&& isProxiedByClass(type, beanName)) {
			throw new InvalidMethodException(
					"Bean '" + beanName + "' has " + kind.word() + " methods, but no proxy can extend its final class "
							+ type.getName(),
					"Remove 'final', or declare the methods on an interface and set"
							+ " spring.aop.proxy-target-class=false",
					null);
		}
	}

	private boolean isProxiedByClass(Class<?> type, String beanName) {
		return ClassUtils.getAllInterfacesForClass(type).length == 0 || isCreatorProxyingClasses()
				|| AutoProxyUtils.shouldProxyTargetClass(this.beanFactory, beanName);
	}

	private boolean isCreatorProxyingClasses() {
		return this.beanFactory.containsSingleton(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)
				&& this.beanFactory.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME, ProxyConfig.class)
					.isProxyTargetClass();
	}

}
