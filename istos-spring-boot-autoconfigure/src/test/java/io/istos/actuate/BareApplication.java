package io.istos.actuate;

import java.util.UUID;
import java.util.concurrent.Callable;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

import io.istos.admin.ClaimTarget;
import io.istos.admin.DurableAdmin;

/**
 * An application that has neither actuator nor Spring Security: to be loaded without.
 */
public final class BareApplication implements Callable<String> {

	@Override
	public String call() {
		for (String absent : new String[] { "org.springframework.boot.actuate.endpoint.annotation.Endpoint",
				"org.springframework.security.core.Authentication" }) {
			if (ClassUtils.isPresent(absent, BareApplication.class.getClassLoader())) {
				throw new IllegalStateException(absent + " is present");
			}
		}
		SpringApplication application = new SpringApplication(Istos.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		try (ConfigurableApplicationContext context = application.run("--istos.storage.type=memory",
				"--istos.namespace=shop", "--spring.main.banner-mode=off")) {
			new LedgerOf(context).hold("book", UUID.randomUUID().toString());
			DurableAdmin admin = context.getBean(DurableAdmin.class).by("bob");
			long epoch = admin.claims(io.istos.admin.ClaimFilter.open()).claims().get(0).epoch();
			return admin.release(ClaimTarget.ofEpoch(epoch)).who() + " "
					+ context.containsBeanDefinition("istosEndpoint");
		}
	}

	@Configuration(proxyBeanMethods = false)
	@Import(Selector.class)
	static class Istos {

	}

	/** By name, so that nothing is loaded before its conditions are read. */
	static class Selector implements DeferredImportSelector {

		@Override
		public String[] selectImports(AnnotationMetadata metadata) {
			return ImportCandidates.load(AutoConfiguration.class, null)
				.getCandidates()
				.stream()
				.filter((name) -> name.startsWith("io.istos."))
				.toArray(String[]::new);
		}

	}

}
