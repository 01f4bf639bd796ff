package io.istos.verification.history;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * A node with nothing but the starter.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class HistoryApplication {

}
