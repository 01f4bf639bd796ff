package io.istos.actuate;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is optional may really be gone.
 */
class BareApplicationTests {

	@Test
	void neitherActuatorNorSpringSecurityIsNeeded() throws Exception {
		Thread thread = Thread.currentThread();
		ClassLoader former = thread.getContextClassLoader();
		try (URLClassLoader bare = new URLClassLoader(without("spring-boot-actuator", "spring-security"),
				ClassLoader.getPlatformClassLoader())) {
			thread.setContextClassLoader(bare);
			Callable<?> application = (Callable<?>) bare.loadClass(BareApplication.class.getName())
				.getConstructor()
				.newInstance();
			assertThat(application.call()).isEqualTo("bob false");
		}
		finally {
			thread.setContextClassLoader(former);
		}
	}

	private static URL[] without(String... jars) throws Exception {
		List<URL> urls = new ArrayList<>();
		String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		for (String entry : path.split(File.pathSeparator)) {
			Path file = Path.of(entry);
			if (List.of(jars).stream().noneMatch((jar) -> file.getFileName().toString().startsWith(jar))) {
				urls.add(file.toUri().toURL());
			}
		}
		return urls.toArray(URL[]::new);
	}

}
