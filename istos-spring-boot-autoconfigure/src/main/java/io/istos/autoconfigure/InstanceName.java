package io.istos.autoconfigure;

import java.net.InetAddress;
import java.net.UnknownHostException;

import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Names this process, for people who look into the ledger.
 */
final class InstanceName {

	private InstanceName() {
	}

	static String of(IstosProperties properties, Environment environment) {
		if (StringUtils.hasText(properties.instance())) {
			return properties.instance();
		}
		String application = environment.getProperty("spring.application.name", "");
		String process = host() + ":" + ProcessHandle.current().pid();
		return application.isBlank() ? process : application + "@" + process;
	}

	/** What containers and shells say comes first: a name service may take its time. */
	private static String host() {
		String name = System.getenv("HOSTNAME");
		if (name == null) {
			name = System.getenv("COMPUTERNAME");
		}
		return (name != null) ? name : localHost();
	}

	private static String localHost() {
		try {
			return InetAddress.getLocalHost().getHostName();
		}
		catch (UnknownHostException ex) {
			return "localhost";
		}
	}

}
