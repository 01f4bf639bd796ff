package io.istos.jackson;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

import io.istos.ResultCodec;

/**
 * Brings the {@link ResultCodec}, unless the application has one.
 */
@AutoConfiguration
@ConditionalOnClass(JsonMapper.class)
@ConditionalOnBooleanProperty(name = "istos.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ResultsProperties.class)
final class IstosJacksonAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(ResultCodec.class)
	JacksonResultCodec istosResultCodec(ResultsProperties properties) {
		return new JacksonResultCodec(properties.maxSize());
	}

}
