package io.istos.storage.memory;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

import io.istos.storage.StoragePlugin;

/**
 * Keeps the ledger in memory where the application asks for it, and never otherwise.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "istos.enabled", matchIfMissing = true)
@ConditionalOnProperty(name = "istos.storage.type", havingValue = "memory")
final class IstosMemoryAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(StoragePlugin.class)
	InMemoryStoragePlugin istosStoragePlugin() {
		return new InMemoryStoragePlugin();
	}

}
