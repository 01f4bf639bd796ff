package io.istos.advice;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import kotlin.coroutines.Continuation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.core.annotation.AliasFor;
import org.springframework.core.annotation.MergedAnnotation;

import io.istos.Fencing;
import io.istos.InvalidKeyException;
import io.istos.OnLost;
import io.istos.ScopeLease;
import io.istos.WhenBusy;
import io.istos.engine.LeaseOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

final class LeasedMethodReaderTests {

	private final Methods methods = new Methods();

	@Test
	void readsEveryAttribute() {
		assertThat(this.methods.readLeased(Everything.class).options())
			.isEqualTo(new LeaseOptions(Duration.ofMinutes(1), Duration.ofMillis(1500), Duration.ofSeconds(5), false,
					Fencing.NONE, OnLost.INTERRUPT));
		assertThat(this.methods.readLeased(Kept.class).options().keep()).isTrue();
	}

	@Test
	void leavesDefaultsToTheEngine() {
		LeasedMethod method = this.methods.readLeased(Plain.class);
		assertThat(method.options()).isEqualTo(LeaseOptions.defaults());
		assertThat(method.asynchronous()).isFalse();
	}

	// --- where it is found

	@Test
	void foundOnSuperMethod() {
		assertThat(scope(Overriding.class)).isEqualTo("plain");
	}

	@Test
	void foundOnInterfaceMethodNotItsBridge() {
		LeasedMethod method = this.methods.readLeased(Implementing.class);
		assertThat(method.source().method().isBridge()).isFalse();
		assertThat(method.source().method().getParameterTypes()).containsExactly(String.class);
		assertThat(scope(Implementing.class, "a")).isEqualTo("handler/a");
	}

	@Test
	void foundOnClassAndInterface() {
		assertThat(scope(OnClass.class)).isEqualTo("class");
		assertThat(scope(ImplementingMarked.class)).isEqualTo("interface");
	}

	@Test
	void methodCountsBeforeClass() {
		assertThat(scope(Both.class)).isEqualTo("method");
	}

	@Test
	void foundThroughComposedAnnotationWithAnAliasForEither() {
		assertThat(scope(ByValue.class)).isEqualTo("by value");
		assertThat(scope(ByScope.class)).isEqualTo("by scope");
		assertThat(this.methods.readLeased(ByScope.class).options().ttl()).isEqualTo(Duration.ofMinutes(5));
	}

	@Test
	void valueAndScopeAreOne() {
		assertThat(scope(Everything.class)).isEqualTo("everything");
		assertThat(scope(Plain.class)).isEqualTo("plain");
	}

	// --- the scope

	@Test
	void scopeSeesArgumentsBeansPropertiesAndTheCall() {
		this.methods.beanFactory.registerSingleton("tenants", new Tenants());
		this.methods.environment.setProperty("region", "eu");
		this.methods.environment.setProperty("stage", "test");
		assertThat(scope(Templates.class, "a", 2)).isEqualTo("acme/eu/test/a-2/run/a");
	}

	@Test
	void valuesWithADependableTextAreParts() {
		UUID id = UUID.randomUUID();
		assertThat(scope(Single.class, id)).isEqualTo("single/" + id);
		assertThat(scope(Single.class, 42L)).isEqualTo("single/42");
		assertThat(scope(Single.class, WhenBusy.SKIP)).isEqualTo("single/SKIP");
	}

	@Test
	void valuesWithoutADependableTextAreRefused() {
		for (Object value : List.of(new Object(), new int[] { 1 }, List.of("a"), Map.of("a", 1), new Date(0))) {
			assertThatExceptionOfType(InvalidKeyException.class).as(value.getClass().getName())
				.isThrownBy(() -> scope(Single.class, value))
				.withMessageContaining("The scope expression #value")
				.withMessageContaining(value.getClass().getTypeName())
				.withMessageContaining("did not run");
		}
	}

	@Test
	void nullNamesNoPartOfAScope() {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> scope(Single.class, (Object) null))
			.withMessageContaining("The scope expression #value of '" + Single.class.getName())
			.withMessageContaining("yields null");
	}

	@Test
	void blankIsNoScope() {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> scope(Whole.class, " "))
			.withMessageContaining("The scope of '" + Whole.class.getName())
			.withMessageContaining("is blank");
	}

	@Test
	void failingExpressionIsRefused() {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> scope(Failing.class, (Object) null))
			.withMessageContaining("#id.length()")
			.withMessageContaining("did not run");
	}

	@Test
	void missingScopeIsRefused() {
		assertThat(this.methods.refusalOfLeased(NoScope.class)).hasMessageStartingWith("Leased method '")
			.hasMessageContaining("has no scope");
		this.methods.environment.setProperty("empty", " ");
		assertThat(this.methods.refusalOfLeased(EmptyScope.class)).hasMessageContaining("has no scope");
	}

	@Test
	void scopeThatIsAlwaysTooLongIsRefusedAtOnce() {
		this.methods.environment.setProperty("long", "x".repeat(513));
		assertThat(this.methods.refusalOfLeased(LongScope.class)).hasMessageContaining("513")
			.hasMessageContaining("512");
		this.methods.environment.setProperty("long", "x".repeat(512));
		assertThat(scope(LongScope.class)).hasSize(512);
	}

	@Test
	void unparsableTemplateIsRefused() {
		assertThat(this.methods.refusalOfLeased(Unclosed.class)).hasMessageContaining("'open/#{#id' as 'scope'")
			.hasMessageContaining("settlement/#{#tenant}");
		assertThat(this.methods.refusalOfLeased(Unparsable.class)).hasMessageContaining("'#{#id +}' as 'scope'");
		assertThat(this.methods.refusalOfLeased(Hollow.class)).hasMessageContaining("which is no template");
	}

	@Test
	void unknownVariableBeanAndFunctionAreRefused() {
		assertThat(this.methods.refusalOfLeased(Misspelt.class)).hasMessageContaining("unknown variable #tenat")
			.hasMessageContaining("[tenant");
		assertThat(this.methods.refusalOfLeased(UnknownBean.class)).hasMessageContaining("'nowhere'");
		assertThat(this.methods.refusalOfLeased(UnknownFunction.class)).hasMessageContaining("#hash");
	}

	@Test
	void expressionOutsideOfATemplateIsRefused() {
		assertThat(this.methods.refusalOfLeased(Bare.class)).hasMessageContaining("has #tenant outside of #{…}")
			.hasMessageContaining("Write #{#tenant}");
		assertThat(this.methods.refusalOfLeased(HalfBare.class)).hasMessageContaining("has #tenant outside of #{…}");
	}

	@Test
	void unresolvablePlaceholderIsRefused() {
		assertThat(this.methods.refusalOfLeased(LongScope.class)).hasMessageContaining("'scope'")
			.hasMessageContaining("${long}");
	}

	@Test
	void withoutParameterNamesTheRemedyIsNamed() throws Exception {
		Method method = String.class.getMethod("concat", String.class);
		MethodSource source = new MethodSource(AdviceKind.LEASED, method, String.class,
				MergedAnnotation.of(ScopeLease.class, Map.of("scope", "#{#text}")));
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> this.methods.readLeased(source))
			.satisfies((refusal) -> assertThat(refusal.remedy()).contains("-parameters").contains("#a0"));
	}

	// --- durations and combinations

	@Test
	void durationsTakePlaceholders() {
		this.methods.environment.setProperty("ttl", "PT45S");
		LeaseOptions options = this.methods.readLeased(Placeholders.class).options();
		assertThat(options.ttl()).isEqualTo(Duration.ofSeconds(45));
		assertThat(options.waitAtMost()).isEqualTo(Duration.ofMinutes(90));
		assertThat(options.holdAtLeast()).isEqualTo(Duration.ofSeconds(1));
		this.methods.environment.setProperty("ttl", "45");
		assertThat(this.methods.refusalOfLeased(Placeholders.class)).hasMessageContaining("'45' as 'ttl'");
	}

	@Test
	void durationsOutOfBoundsAreRefused() {
		for (String ttl : List.of("0s", "-1s", "1ns", "40000d")) {
			this.methods.environment.setProperty("ttl", ttl);
			assertThat(this.methods.refusalOfLeased(Placeholders.class)).as(ttl)
				.hasMessageContaining("The ttl of a lease is ")
				.hasMessageContaining("between 1ms and");
		}
		assertThat(this.methods.refusalOfLeased(NegativeWait.class))
			.hasMessageContaining("The waitAtMost of a lease is ");
		assertThat(this.methods.refusalOfLeased(NegativeHold.class))
			.hasMessageContaining("The holdAtLeast of a lease is ");
		assertThat(this.methods.refusalOfLeased(NoDuration.class)).hasMessageContaining("'soon' as 'waitAtMost'");
	}

	@Test
	void keptLeaseIsNotHeldAtLeast() {
		assertThat(this.methods.refusalOfLeased(KeptAndHeld.class)).hasMessageContaining("holdAtLeast");
	}

	@Test
	void keptLeaseHasNoAsynchronousMethod() {
		assertThat(this.methods.refusalOfLeased(KeptStage.class)).hasMessageContaining("keeps its lease")
			.hasMessageContaining("Remove keep");
	}

	// --- methods and results

	@Test
	void methodsThatNoProxyCanAdviseAreRefused() {
		assertThat(this.methods.refusalOfLeased(Private.class)).hasMessageContaining("is private")
			.hasMessageContaining("use ScopeLeases");
		assertThat(this.methods.refusalOfLeased(Final.class)).hasMessageContaining("is final");
		assertThat(this.methods.refusalOfLeased(Static.class)).hasMessageContaining("is static");
	}

	@Test
	void resultsWhoseWorkWouldOutliveTheLeaseAreRefused() {
		assertThat(this.methods.refusalOfLeased(Publishing.class))
			.hasMessageContaining("returns java.util.concurrent.Flow$Publisher")
			.hasMessageContaining("when the lease has ended");
		assertThat(this.methods.refusalOfLeased(PlainFuture.class)).hasMessageContaining("CompletableFuture");
		assertThat(this.methods.refusalOfLeased(Suspending.class)).hasMessageContaining("suspending")
			.hasMessageContaining("use ScopeLeases");
	}

	@Test
	void stageThatOnlyTheMethodCanMakeIsRefused() {
		assertThat(this.methods.refusalOfLeased(OwnStage.class)).hasMessageContaining("OwnFuture")
			.hasMessageContaining("CompletionStage");
	}

	@Test
	void stageIsAsynchronous() {
		assertThat(this.methods.readLeased(Stage.class).asynchronous()).isTrue();
	}

	@Test
	void primitiveResultCannotBeSkipped() {
		assertThat(this.methods.refusalOfLeased(SkippedPrimitive.class)).hasMessageContaining("returns int")
			.hasMessageContaining("WhenBusy.THROW");
		this.methods.readLeased(SkippedVoid.class);
	}

	private String scope(Class<?> type, @Nullable Object... arguments) {
		LeasedMethod method = this.methods.readLeased(type);
		return method.scope().evaluate(new CallRoot(method.source().method(), Arrays.asList(arguments), null));
	}

	static class Everything {

		@ScopeLease(scope = "everything", ttl = "1m", waitAtMost = "1500ms", whenBusy = WhenBusy.THROW,
				holdAtLeast = "5s", fence = Fencing.NONE, onLost = OnLost.INTERRUPT)
		void run() {
		}

	}

	static class Kept {

		@ScopeLease(scope = "kept", keep = true)
		void run() {
		}

	}

	static class Plain {

		@ScopeLease("plain")
		void run() {
		}

	}

	static class Overriding extends Plain {

		@Override
		void run() {
		}

	}

	interface Handler<T> {

		@ScopeLease("handler/#{#value}")
		void handle(T value);

	}

	static class Implementing implements Handler<String> {

		@Override
		public void handle(String value) {
		}

	}

	@ScopeLease("class")
	public static class OnClass {

		public void run() {
		}

		void notPublic() {
		}

	}

	@ScopeLease("interface")
	interface Marked {

		void marked();

	}

	public static class ImplementingMarked implements Marked {

		@Override
		public void marked() {
		}

		public void unmarked() {
		}

	}

	@ScopeLease("class")
	public static class Both {

		@ScopeLease("method")
		public void run() {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@ScopeLease
	@interface Job {

		@AliasFor(annotation = ScopeLease.class, attribute = "value")
		String name();

	}

	@Retention(RetentionPolicy.RUNTIME)
	@ScopeLease(ttl = "5m")
	@interface LongJob {

		@AliasFor(annotation = ScopeLease.class, attribute = "scope")
		String name();

	}

	static class ByValue {

		@Job(name = "by value")
		void run() {
		}

	}

	static class ByScope {

		@LongJob(name = "by scope")
		void run() {
		}

	}

	public static class Tenants {

		public String current() {
			return "acme";
		}

	}

	static class Templates {

		@ScopeLease("#{@tenants.current()}/#{@environment['region']}/${stage}/#{#id + '-' + #count}"
				+ "/#{#root.method.name}/#{#a0}")
		void run(String id, int count) {
		}

	}

	static class Single {

		@ScopeLease("single/#{#value}")
		void run(Object value) {
		}

	}

	static class Whole {

		@ScopeLease("#{#value}")
		void run(Object value) {
		}

	}

	static class Failing {

		@ScopeLease("#{#id.length()}")
		void run(String id) {
		}

	}

	static class NoScope {

		@ScopeLease
		void run() {
		}

	}

	static class EmptyScope {

		@ScopeLease("${empty}")
		void run() {
		}

	}

	static class LongScope {

		@ScopeLease("${long}")
		void run() {
		}

	}

	static class Unclosed {

		@ScopeLease("open/#{#id")
		void run(String id) {
		}

	}

	static class Unparsable {

		@ScopeLease("#{#id +}")
		void run(String id) {
		}

	}

	static class Hollow {

		@ScopeLease("job/#{}")
		void run() {
		}

	}

	static class Misspelt {

		@ScopeLease("job/#{#tenat}")
		void run(String tenant) {
		}

	}

	static class UnknownBean {

		@ScopeLease("job/#{@nowhere.current()}")
		void run() {
		}

	}

	static class UnknownFunction {

		@ScopeLease("job/#{#hash(#id)}")
		void run(String id) {
		}

	}

	static class Bare {

		@ScopeLease("#tenant")
		void run(String tenant) {
		}

	}

	static class HalfBare {

		@ScopeLease("#{#year}/#tenant")
		void run(String tenant, int year) {
		}

	}

	static class Placeholders {

		@ScopeLease(scope = "placeholders", ttl = "${ttl}", waitAtMost = "${wait:1h30m}", holdAtLeast = "${hold:1s}")
		void run() {
		}

	}

	static class NegativeWait {

		@ScopeLease(scope = "job", waitAtMost = "-1s")
		void run() {
		}

	}

	static class NegativeHold {

		@ScopeLease(scope = "job", holdAtLeast = "-1s")
		void run() {
		}

	}

	static class NoDuration {

		@ScopeLease(scope = "job", waitAtMost = "soon")
		void run() {
		}

	}

	static class KeptAndHeld {

		@ScopeLease(scope = "job", keep = true, holdAtLeast = "1s")
		void run() {
		}

	}

	static class KeptStage {

		@ScopeLease(scope = "job", keep = true)
		CompletableFuture<Void> run() {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class Private {

		@ScopeLease("job")
		private void run() {
		}

	}

	static class Final {

		@ScopeLease("job")
		final void run() {
		}

	}

	static class Static {

		@ScopeLease("job")
		static void run() {
		}

	}

	static class Publishing {

		@ScopeLease("job")
		Flow.Publisher<String> run() {
			return (subscriber) -> {
			};
		}

	}

	static class PlainFuture {

		@ScopeLease("job")
		Future<String> run() {
			return CompletableFuture.completedFuture("");
		}

	}

	static class Suspending {

		@ScopeLease("job")
		Object run(Continuation<String> continuation) {
			return "";
		}

	}

	static class Stage {

		@ScopeLease("job")
		CompletableFuture<String> run() {
			return CompletableFuture.completedFuture("");
		}

	}

	static class OwnFuture extends CompletableFuture<String> {

	}

	static class OwnStage {

		@ScopeLease("job")
		OwnFuture run() {
			return new OwnFuture();
		}

	}

	static class SkippedPrimitive {

		@ScopeLease(scope = "job", whenBusy = WhenBusy.SKIP)
		int run() {
			return 1;
		}

	}

	static class SkippedVoid {

		@ScopeLease(scope = "job", whenBusy = WhenBusy.SKIP)
		void run() {
		}

	}

}
