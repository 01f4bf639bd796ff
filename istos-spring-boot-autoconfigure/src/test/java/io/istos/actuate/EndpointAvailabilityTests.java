package io.istos.actuate;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import io.istos.admin.Decided;
import io.istos.admin.DurableAdmin;
import io.istos.admin.Forgotten;
import io.istos.admin.ListedClaim;
import io.istos.admin.ListedLease;
import io.istos.storage.ClaimStatus;
import io.istos.storage.LedgerSummary;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When there is an endpoint, and what else it is than HTTP.
 */
class EndpointAvailabilityTests {

	private static Applications overJmx() {
		return Applications.plain()
			.withPropertyValues("spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=istos");

	}

	@Test
	void thereIsNoneUnlessExposed() {
		Applications.plain()
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(IstosEndpoint.class)
				.hasSingleBean(DurableAdmin.class));
		Applications.mvc()
			.withPropertyValues("management.endpoints.web.exposure.include=info")
			.run((context) -> assertThat(context).doesNotHaveBean(IstosEndpoint.class));
	}

	@Test
	void thereIsNoneWithoutAccess() {
		Applications.mvc()
			.withPropertyValues("management.endpoint.istos.access=none")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(IstosEndpoint.class));
	}

	@Test
	void thereIsNothingWhenIstosIsDisabled() {
		Applications.mvc()
			.withPropertyValues("istos.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(IstosEndpoint.class)
				.doesNotHaveBean(DurableAdmin.class));
	}

	@Test
	void jmxLooksAndDoesNotDecideByDefault() {
		overJmx().run((context) -> {
			assertThat(context).hasSingleBean(IstosEndpoint.class).doesNotHaveBean(IstosWebEndpoint.class);
			assertThat(operations()).extracting(MBeanOperationInfo::getName)
				.containsExactlyInAnyOrder("summary", "look");
		});
	}

	@Test
	void jmxDecidesWhereThatIsPermitted() {
		overJmx().withPropertyValues("management.endpoint.istos.access=unrestricted").run((context) -> {
			new LedgerOf(context).hold("book", "k");
			assertThat((List<?>) ((Map<?, ?>) invoke("summary", Map.of())).get("claims")).hasSize(1);
			Map<?, ?> look = (Map<?, ?>) invoke("look", Map.of("what", "claims", "status", "held"));
			assertThat((List<?>) look.get("claims")).hasSize(1);
			invoke("decide", Map.of("decision", "release", "operation", "book", "key", "k"));
			assertThat(context.getBean(DurableAdmin.class).claim("book", "k")).get()
				.returns(ClaimStatus.FREE, ListedClaim::status);
		});
	}

	private static Object invoke(String name, Map<String, Object> arguments) throws Exception {
		MBeanOperationInfo operation = operations().stream()
			.filter((candidate) -> candidate.getName().equals(name))
			.findFirst()
			.orElseThrow();
		Object[] values = Arrays.stream(operation.getSignature())
			.map((parameter) -> arguments.get(parameter.getName()))
			.toArray();
		String[] types = Arrays.stream(operation.getSignature())
			.map((parameter) -> parameter.getType())
			.toArray(String[]::new);
		return server().invoke(bean(), name, values, types);
	}

	private static List<MBeanOperationInfo> operations() throws Exception {
		MBeanInfo info = server().getMBeanInfo(bean());
		return Arrays.asList(info.getOperations());
	}

	private static ObjectName bean() throws Exception {
		return server().queryNames(new ObjectName("org.springframework.boot:type=Endpoint,name=Istos,*"), null)
			.iterator()
			.next();
	}

	private static MBeanServer server() {
		return ManagementFactory.getPlatformMBeanServer();
	}

	@Test
	void aNativeImageKnowsTheAnswers() {
		RuntimeHints hints = new RuntimeHints();
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, IstosEndpoint.class, IstosWebEndpoint.class);
		for (Class<?> answer : List.of(ListedClaim.class, ListedLease.class, LedgerSummary.class,
				LedgerSummary.OpenClaims.class, Decided.class, Forgotten.class)) {
			assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(accessor(answer))).accepts(hints);
		}
		for (Class<?> endpoint : List.of(IstosEndpoint.class, IstosWebEndpoint.class)) {
			Arrays.stream(endpoint.getDeclaredMethods())
				.filter((method) -> List.of("summary", "look", "decide").contains(method.getName()))
				.forEach((method) -> assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(method))
					.accepts(hints));
		}
	}

	private static java.lang.reflect.Method accessor(Class<?> type) {
		return type.getRecordComponents()[0].getAccessor();
	}

}
