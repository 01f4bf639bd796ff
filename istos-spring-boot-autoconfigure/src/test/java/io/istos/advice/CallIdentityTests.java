package io.istos.advice;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.security.Principal;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.beans.BeanUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.unit.DataSize;

import io.istos.Durable;
import io.istos.IgnoreInKey;
import io.istos.InvalidKeyException;
import io.istos.engine.DurableOperation;
import io.istos.engine.DurableOperations;
import io.istos.engine.DurableOptions;
import io.istos.engine.EngineSettings;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.memory.InMemoryStoragePlugin;
import io.istos.transaction.LedgerTransactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

final class CallIdentityTests {

	private final Methods methods = new Methods();

	private final DurableOperation<String> operation = new DurableOperations(new InMemoryStoragePlugin(),
			new JacksonResultCodec(DataSize.ofMegabytes(1)), new LedgerTransactions(() -> null),
			EngineSettings.defaults("test"), DurableOperations.Collaborators.none())
		.define("test", String.class, DurableOptions.defaults());

	@Test
	void keySeesArgumentsByName() {
		assertThat(key(ByName.class, new Order("o1"), 2)).isEqualTo("o1-2");
	}

	@Test
	void keySeesBeansPropertiesAndPlaceholdersInOneExpression() {
		this.methods.beanFactory.registerSingleton("tenants", new Tenants());
		this.methods.environment.setProperty("region", "eu");
		this.methods.environment.setProperty("stage", "test");
		assertThat(key(WithBeans.class, "o1")).isEqualTo("acme/eu/test/o1");
	}

	@Test
	void keySeesTheCallAsRoot() {
		assertThat(key(WithRoot.class, "o1")).isEqualTo("run:o1:WithRoot");
	}

	@Test
	void keySeesArgumentsByPosition() {
		assertThat(key(ByPosition.class, "a", "b")).isEqualTo("ab");
	}

	@Test
	void unknownVariableIsRefusedAtOnce() {
		assertThat(this.methods.refusal(Misspelt.class)).hasMessageContaining("#odrer").hasMessageContaining("[order");
	}

	@Test
	void unknownBeanIsRefusedAtOnce() {
		assertThat(this.methods.refusal(UnknownBean.class)).hasMessageContaining("'nowhere'");
	}

	@Test
	void unknownFunctionIsRefusedAtOnce() {
		assertThat(this.methods.refusal(UnknownFunction.class)).hasMessageContaining("#hash");
	}

	@Test
	void unparsableKeyIsRefusedAtOnce() {
		assertThat(this.methods.refusal(Unparsable.class)).hasMessageContaining("'#id +' as 'key'");
	}

	@Test
	void templateAsKeyIsRefusedWithTheRemedy() {
		assertThat(this.methods.refusal(Template.class)).hasMessageContaining("without #{…}");
	}

	@Test
	void withoutParameterNamesTheRemedyIsNamed() throws Exception {
		Method method = String.class.getMethod("concat", String.class);
		MethodSource source = new MethodSource(AdviceKind.DURABLE, method, String.class,
				MergedAnnotation.of(Durable.class, Map.of("key", "#text")));
		assertThatExceptionOfType(InvalidMethodException.class)
			.isThrownBy(() -> new CallExpressions(this.methods.beanFactory).parse(source, "key", "#text"))
			.satisfies((refusal) -> assertThat(refusal.remedy()).contains("-parameters").contains("#a0"));
	}

	@Test
	void failingExpressionDoesNotRun() {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> key(ByName.class, null, 1))
			.withMessageContaining("#order.id() + '-' + #line")
			.withMessageContaining("did not run");
	}

	@Test
	void nullKeyStaysNull() {
		assertThat(key(Single.class, new Object[] { null })).isNull();
	}

	@Test
	void valuesWithADependableTextAreKeys() {
		UUID id = UUID.randomUUID();
		assertThat(key(Single.class, id)).isEqualTo(id.toString());
		assertThat(key(Single.class, 42L)).isEqualTo("42");
		assertThat(key(Single.class, new BigDecimal("1.50"))).isEqualTo("1.50");
		assertThat(key(Single.class, true)).isEqualTo("true");
		assertThat(key(Single.class, DayOfWeek.MONDAY)).isEqualTo("MONDAY");
		assertThat(key(Single.class, LocalDate.of(2026, 1, 2))).isEqualTo("2026-01-02");
		assertThat(key(Single.class, Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00Z");
		assertThat(key(Single.class, Optional.of("x"))).isEqualTo("x");
		assertThat(key(Single.class, Optional.empty())).isNull();
		assertThat(key(Single.class, Locale.GERMANY)).isEqualTo("de_DE");
	}

	@Test
	void enumWithItsOwnTextIsKnownByItsName() {
		assertThat(key(Single.class, Shouting.HEY)).isEqualTo("HEY");
	}

	@Test
	void valuesWithoutADependableTextAreRefused() {
		for (Object value : List.of(new Object(), new int[] { 1 }, List.of("a"), Map.of("a", 1), new Order("o"),
				new Date(0), new byte[0])) {
			assertThatExceptionOfType(InvalidKeyException.class).as(value.getClass().getName())
				.isThrownBy(() -> key(Single.class, value))
				.withMessageContaining(value.getClass().getTypeName())
				.withMessageContaining("did not run");
		}
	}

	@Test
	void allArgumentsAreTheKey() {
		String key = key(AllArguments.class, "a", 1, "ignored");
		assertThat(key(AllArguments.class, "a", 1, "otherwise ignored")).isEqualTo(key);
		assertThat(key(AllArguments.class, "a", 2, "ignored")).isNotEqualTo(key);
	}

	@Test
	void allArgumentsOfNoneIsRefused() {
		assertThat(this.methods.refusal(AllOfNone.class)).hasMessageContaining("ALL_ARGUMENTS");
	}

	@Test
	void fingerprintIsAllArguments() {
		String fingerprint = fingerprint(ByName.class, new Order("a"), 1);
		assertThat(fingerprint(ByName.class, new Order("a"), 1)).isEqualTo(fingerprint);
		assertThat(fingerprint(ByName.class, new Order("a"), 2)).isNotEqualTo(fingerprint);
	}

	@Test
	void fingerprintLeavesOutInfrastructureAndIgnoredArguments() {
		assertThat(this.methods.read(Infrastructure.class).identity().relevant()).containsExactly(1);
	}

	@Test
	void ignoredOnTheInterfaceIsIgnored() {
		assertThat(this.methods.read(IgnoringImplementation.class).identity().relevant()).containsExactly(0);
	}

	@Test
	void ignoredOnTheSuperMethodIsIgnored() {
		assertThat(this.methods.read(IgnoringSubclass.class).identity().relevant()).containsExactly(0);
	}

	@Test
	void noFingerprintIfTurnedOff() {
		assertThat(fingerprint(NoFingerprint.class, "a")).isNull();
	}

	@Test
	void fingerprintExpressionIsEvaluated() {
		String fingerprint = fingerprint(OwnFingerprint.class, "a", 1);
		assertThat(fingerprint(OwnFingerprint.class, "b", 1)).isEqualTo(fingerprint);
		assertThat(fingerprint(OwnFingerprint.class, "a", 2)).isNotEqualTo(fingerprint);
	}

	@Test
	void argumentThatIsNoContentIsRefusedWithTheRemedy() {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> fingerprint(Single.class, new Object()))
			.withMessageContaining("@IgnoreInKey");
	}

	@Test
	void expressionThatFailsDoesNotTellTheValue() {
		for (Class<?> type : List.of(Converting.class, Constructing.class, Throwing.class)) {
			assertThatExceptionOfType(InvalidKeyException.class).as(type.getName())
				.isThrownBy(() -> key(type, "jane doe"))
				.satisfies((ex) -> assertThat(ex).hasStackTraceContaining("can't be evaluated"))
				.satisfies((ex) -> assertThat(stackTrace(ex)).doesNotContain("jane"));
		}
	}

	private static String stackTrace(Throwable ex) {
		StringWriter text = new StringWriter();
		ex.printStackTrace(new PrintWriter(text, true));
		return text.toString();
	}

	private String key(Class<?> type, Object... arguments) {
		DurableMethod method = this.methods.read(type);
		return method.identity().key(call(method, arguments), this.operation);
	}

	private String fingerprint(Class<?> type, Object... arguments) {
		DurableMethod method = this.methods.read(type);
		return method.identity().fingerprint(call(method, arguments), this.operation);
	}

	private static CallRoot call(DurableMethod method, Object[] arguments) {
		return new CallRoot(method.source().method(), Arrays.asList(arguments),
				BeanUtils.instantiateClass(method.source().targetClass()));
	}

	record Order(String id) {
	}

	enum Shouting {

		HEY;

		@Override
		public String toString() {
			return "hey!";
		}

	}

	public static class Tenants {

		public String current() {
			return "acme";
		}

	}

	static class Converting {

		@Durable(key = "{1, 2}[#id]")
		void run(String id) {
		}

	}

	static class Constructing {

		@Durable(key = "new java.net.URI(#id)")
		void run(String id) {
		}

	}

	public static class Throwing {

		@Durable(key = "#root.target.find(#id)")
		void run(String id) {
		}

		public String find(String id) {
			throw new IllegalStateException("no " + id);
		}

	}

	static class ByName {

		@Durable(key = "#order.id() + '-' + #line")
		void run(Order order, int line) {
		}

	}

	static class WithBeans {

		@Durable(key = "@tenants.current() + '/' + @environment['region'] + '/${stage}/' + #id")
		void run(String id) {
		}

	}

	static class WithRoot {

		@Durable(key = "#root.method.name + ':' + #root.arguments[0] + ':' + #root.target.class.simpleName")
		void run(String id) {
		}

	}

	static class ByPosition {

		@Durable(key = "#a0 + #p1")
		void run(String first, String second) {
		}

	}

	static class Misspelt {

		@Durable(key = "#odrer.id()")
		void run(Order order) {
		}

	}

	static class UnknownBean {

		@Durable(key = "@nowhere.current()")
		void run() {
		}

	}

	static class UnknownFunction {

		@Durable(key = "#hash(#id)")
		void run(String id) {
		}

	}

	static class Unparsable {

		@Durable(key = "#id +")
		void run(String id) {
		}

	}

	static class Template {

		@Durable(key = "order-#{#id}")
		void run(String id) {
		}

	}

	static class Single {

		@Durable(key = "#value")
		void run(Object value) {
		}

	}

	static class AllArguments {

		@Durable(key = Durable.ALL_ARGUMENTS)
		void run(String id, int count, @IgnoreInKey String trace) {
		}

	}

	static class AllOfNone {

		@Durable(key = Durable.ALL_ARGUMENTS)
		void run(@IgnoreInKey String trace) {
		}

	}

	static class Infrastructure {

		@Durable(key = "#id")
		void run(Principal principal, String id, InputStream body, @IgnoreInKey String trace) {
		}

	}

	interface Ignoring {

		@Durable(key = "#id")
		void run(String id, @IgnoreInKey String trace);

	}

	static class IgnoringImplementation implements Ignoring {

		@Override
		public void run(String id, String trace) {
		}

	}

	static class IgnoringSubclass extends IgnoringBase {

		@Override
		void run(String id, String trace) {
		}

	}

	static class IgnoringBase {

		@Durable(key = "#id")
		void run(String id, @IgnoreInKey String trace) {
		}

	}

	static class NoFingerprint {

		@Durable(key = "#id", fingerprint = Durable.NONE)
		void run(String id) {
		}

	}

	static class OwnFingerprint {

		@Durable(key = "#id", fingerprint = "#amount")
		void run(String id, int amount) {
		}

	}

}
