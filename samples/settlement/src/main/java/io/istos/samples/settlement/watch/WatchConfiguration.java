package io.istos.samples.settlement.watch;

import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.istos.Fence;
import io.istos.ScopeLease;

/**
 * Stands on either side of the lease: what passes the first advice has fired, what passes
 * the second one runs.
 */
@Configuration(proxyBeanMethods = false)
@Profile("story")
class WatchConfiguration {

	private static final int OUTSIDE_THE_LEASE = Ordered.LOWEST_PRECEDENCE - 100;

	private static final int INSIDE_THE_LEASE = Ordered.LOWEST_PRECEDENCE - 10;

	@Bean
	Logbook logbook(JdbcClient jdbc, Fence fence, @Value("${node}") String node) {
		return new Logbook(jdbc, fence, node);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static Advisor firings(ObjectProvider<Logbook> logbook) {
		return advisor(OUTSIDE_THE_LEASE, (job) -> logbook.getObject().fire(job));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static Advisor runs(ObjectProvider<Logbook> logbook) {
		return advisor(INSIDE_THE_LEASE, (job) -> logbook.getObject().run(job));
	}

	private static Advisor advisor(int order, MethodInterceptor advice) {
		DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(
				AnnotationMatchingPointcut.forMethodAnnotation(ScopeLease.class), advice);
		advisor.setOrder(order);
		return advisor;
	}

}
