package io.istos.advice;

import java.util.List;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.aop.Advisor;

/**
 * Tells at start-up what is durable, and what is leased.
 */
final class StartUpReport {

	private static final Log logger = LogFactory.getLog(StartUpReport.class);

	void list(String title, List<String> lines) {
		if (!lines.isEmpty() && logger.isInfoEnabled()) {
			logger.info(lines.stream().map("%n  %s"::formatted).collect(Collectors.joining("", title + ":", "")));
		}
	}

	void foreign(String beanName, MethodSource source, List<Advisor> foreign) {
		if (!foreign.isEmpty()) {
			logger.warn("Between the claim and the body of durable method '" + source.describe() + "' of bean '"
					+ beanName + "' runs other advice, which sees only calls that are not replayed: "
					+ foreign.stream().map(AdviceOrder::foreign).collect(Collectors.joining(", ")));
		}
	}

}
