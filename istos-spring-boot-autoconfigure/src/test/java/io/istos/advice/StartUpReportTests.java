package io.istos.advice;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import jakarta.validation.constraints.NotBlank;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.validation.annotation.Validated;

import io.istos.Durability;
import io.istos.Durable;
import io.istos.Fencing;
import io.istos.ScopeLease;
import io.istos.WhenBusy;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the log says at start-up of durable and leased methods.
 */
@ExtendWith(OutputCaptureExtension.class)
final class StartUpReportTests {

	@BeforeEach
	void tell() {
		((Logger) LoggerFactory.getLogger(StartUpReport.class)).setLevel(Level.INFO);
	}

	@Test
	void eachOperationIsALineOfAlignedCells(CapturedOutput output) {
		Apps.app(Orders.class, Unnamed.class, Once.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(section(output, "Durable operations:")).containsExactly(
					"io.istos.advice.StartUpReportTests$Unnamed#run  EXACTLY_ONCE  AUTO  key: all arguments  "
							+ "claim > body                "
							+ "io.istos.advice.StartUpReportTests$Unnamed#run(String)  "
							+ "(unnamed: a rename forgets its past)",
					"order.book                                      EXACTLY_ONCE  AUTO  key #id             "
							+ "claim > transaction > body  " + "io.istos.advice.StartUpReportTests$Orders#book(String)",
					"order.ping                                      AT_MOST_ONCE        no key              "
							+ "claim > body                " + "io.istos.advice.StartUpReportTests$Once#ping(String)");
		});
	}

	@Test
	void foreignAdviceIsShownWhereItIs(CapturedOutput output) {
		Apps.app(AdviceOrderTests.Resilient.class, Auditing.class, Crowded.class)
			.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				String order = "RetryAnnotationInterceptor > StartUpReportTests.Auditing (lambda) > lease > claim > "
						+ "transaction > MethodValidationInterceptor > body";
				assertThat(section(output, "Durable operations:")).singleElement().asString().contains(order);
				assertThat(section(output, "Leased methods:")).singleElement().asString().contains(order);
				assertThat(output).contains("Between the claim and the body of durable method")
					.contains("MethodValidationInterceptor");
			});
	}

	@Test
	void leasedMethodsTellHowTheyLease(CapturedOutput output) {
		Apps.app(Jobs.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(section(output, "Leased methods:")).containsExactly(
					"leader                 ttl 30s    fence NONE    whenBusy THROW  kept  lease > body                "
							+ "io.istos.advice.StartUpReportTests$Jobs#lead()",
					"settlement/#{#tenant}  ttl 1m30s  fence COMMIT  whenBusy AUTO         "
							+ "lease > transaction > body  "
							+ "io.istos.advice.StartUpReportTests$Jobs#settle(String)");
		});
	}

	@Test
	void whatDoesNotExistYetIsJudgedLater(CapturedOutput output) {
		Apps.app(Later.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(section(output, "Durable operations:")).singleElement()
				.asString()
				.contains("judged at first call");
		});
	}

	@Test
	void nothingToTellIsNotTold(CapturedOutput output) {
		Apps.app()
			.run((context) -> assertThat(output).doesNotContain("Durable operations").doesNotContain("Leased methods"));
	}

	/** The lines below a title. */
	private static List<String> section(CapturedOutput output, String title) {
		return output.getAll()
			.lines()
			.dropWhile((line) -> !line.endsWith(title))
			.skip(1)
			.takeWhile((line) -> line.startsWith("  "))
			.map((line) -> line.substring(2))
			.toList();
	}

	static class Orders {

		@Durable(name = "order.book", key = "#id")
		@Transactional
		String book(String id) {
			return id;
		}

	}

	static class Unnamed {

		@Durable(key = Durable.ALL_ARGUMENTS)
		String run(String id) {
			return id;
		}

	}

	static class Once {

		@Durable(name = "order.ping", value = Durability.AT_MOST_ONCE)
		void ping(String id) {
		}

	}

	@Validated
	static class Crowded {

		@Durable(name = "crowded", key = "#id", fingerprint = Durable.NONE)
		@ScopeLease("crowded")
		@Transactional
		@Retryable
		String run(String id, @NotBlank String text) {
			return text;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Auditing {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static Advisor auditAdvisor() {
			DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(
					AnnotationMatchingPointcut.forMethodAnnotation(Durable.class),
					(MethodInterceptor) (invocation) -> invocation.proceed());
			advisor.setOrder(Integer.MIN_VALUE);
			return advisor;
		}

	}

	static class Jobs {

		@ScopeLease(value = "settlement/#{#tenant}", ttl = "90s")
		@Transactional
		void settle(String tenant) {
		}

		@ScopeLease(value = "leader", keep = true, fence = Fencing.NONE, whenBusy = WhenBusy.THROW)
		void lead() {
		}

	}

	@Lazy
	static class Later {

		@Durable(name = "later", key = "#id")
		String run(String id) {
			return id;
		}

	}

}
