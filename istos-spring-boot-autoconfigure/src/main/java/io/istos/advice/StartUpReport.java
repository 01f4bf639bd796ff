package io.istos.advice;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.aop.Advisor;

/**
 * Tells at start-up what is durable.
 */
final class StartUpReport {

	private static final Log logger = LogFactory.getLog(StartUpReport.class);

	void operations(Collection<CatalogEntry> entries) {
		if (!entries.isEmpty() && logger.isInfoEnabled()) {
			logger.info(entries.stream()
				.sorted(Comparator.comparing((entry) -> entry.method().name()))
				.map(StartUpReport::line)
				.collect(Collectors.joining("", "Durable operations:", "")));
		}
	}

	void foreign(String beanName, DurableMethodSource source, List<Advisor> foreign) {
		if (!foreign.isEmpty()) {
			logger.warn("Between the claim and the body of durable method '" + source.describe() + "' of bean '"
					+ beanName + "' runs other advice, which sees only calls that are not replayed: " + foreign);
		}
	}

	private static String line(CatalogEntry entry) {
		DurableMethod method = entry.method();
		String unnamed = method.named() ? "" : ", unnamed: a rename forgets its past";
		return "%n  %s (%s, %s, %s%s)".formatted(method.name(), method.source().describe(),
				entry.operation().options().durability(), entry.operation().options().boundary(), unnamed);
	}

}
