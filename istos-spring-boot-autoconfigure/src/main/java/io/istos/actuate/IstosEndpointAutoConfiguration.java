package io.istos.actuate;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import io.istos.admin.DurableAdmin;

/**
 * The endpoint {@code istos}, where the application has Spring Boot's actuator and makes
 * it available.
 */
@AutoConfiguration(afterName = "io.istos.autoconfigure.IstosAutoConfiguration")
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBooleanProperty(name = "istos.enabled", matchIfMissing = true)
@ConditionalOnAvailableEndpoint(IstosEndpoint.class)
final class IstosEndpointAutoConfiguration {

	@Bean
	@ConditionalOnBean(DurableAdmin.class)
	@ConditionalOnMissingBean
	IstosEndpoint istosEndpoint(DurableAdmin admin) {
		return new IstosEndpoint(admin);
	}

	@Bean
	@ConditionalOnBean(IstosEndpoint.class)
	@ConditionalOnMissingBean
	@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
	IstosWebEndpoint istosWebEndpoint(DurableAdmin admin) {
		return new IstosWebEndpoint(admin);
	}

}
