package io.istos.autoconfigure;

import org.springframework.aop.Advisor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

import io.istos.Durable;
import io.istos.ScopeLease;
import io.istos.advice.AdvisedBeanRecorder;
import io.istos.advice.IstosAdvice;
import io.istos.transaction.LedgerTransactionManagers;
import io.istos.transaction.LedgerTransactions;

/**
 * Advises beans with {@link Durable} or {@link ScopeLease} methods, in every context:
 * what one context advises says nothing about the next.
 */
@AutoConfiguration
@Conditional(OnValidEnabled.class)
@ConditionalOnBooleanProperty(name = "istos.enabled", matchIfMissing = true)
final class IstosAdviceAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static IstosAdvice istosAdvice(ConfigurableListableBeanFactory beanFactory, Environment environment) {
		return new IstosAdvice(beanFactory,
				() -> environment.getProperty("istos.durable.require-names", Boolean.class, false));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static AdvisedBeanRecorder istosAdvisedBeanRecorder(IstosAdvice advice, Environment environment) {
		return advice.recorder(environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static Advisor istosLeaseAdvisor(IstosAdvice advice) {
		return advice.leaseAdvisor();
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static Advisor istosDurableAdvisor(IstosAdvice advice) {
		return advice.durableAdvisor();
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static BeanPostProcessor istosDurableBodyPostProcessor(IstosAdvice advice) {
		return advice.bodyPostProcessor();
	}

	@Bean
	@Lazy(false)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static SmartInitializingSingleton istosAdviceProof(IstosAdvice advice, AdvisedBeanRecorder recorder) {
		return advice.proof(recorder);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LedgerTransactionManagers istosLedgerTransactionManagers(ObjectProvider<LedgerTransactions> transactions) {
		return new LedgerTransactionManagers(transactions::getIfAvailable);
	}

}
