package io.istos.advice;

import java.io.IOException;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.core.ParameterizedTypeReference;

import io.istos.Boundary;
import io.istos.Durability;
import io.istos.Durable;
import io.istos.OnAbandoned;
import io.istos.OnFailure;
import io.istos.OnInFlight;
import io.istos.engine.DurableOptions;

import static org.assertj.core.api.Assertions.assertThat;

final class DurableMethodReaderTests {

	private final Methods methods = new Methods();

	@Test
	void readsEveryAttribute() {
		DurableMethod method = this.methods.read(Everything.class);
		assertThat(method.name()).isEqualTo("everything");
		assertThat(method.named()).isTrue();
		DurableOptions options = method.options();
		assertThat(options.durability()).isEqualTo(Durability.EXACTLY_ONCE);
		assertThat(options.boundary()).isEqualTo(Boundary.OWN);
		assertThat(options.lease()).isEqualTo(Duration.ofMinutes(1));
		assertThat(options.retention()).isEqualTo(Duration.ofDays(30));
		assertThat(options.onInFlight()).isEqualTo(OnInFlight.WAIT);
		assertThat(options.waitAtMost()).isEqualTo(Duration.ofMillis(500));
		assertThat(options.onAbandoned()).isEqualTo(OnAbandoned.HOLD);
		assertThat(options.failures().fallback()).isEqualTo(OnFailure.HOLD);
		assertThat(options.failures().byType()).containsEntry(IllegalArgumentException.class, OnFailure.RECORD)
			.containsEntry(IOException.class, OnFailure.HOLD)
			.containsEntry(IllegalStateException.class, OnFailure.RELEASE);
		assertThat(options.storeResult()).isFalse();
	}

	@Test
	void leavesDefaultsToTheEngine() {
		DurableOptions options = this.methods.read(Plain.class).options();
		assertThat(options).isEqualTo(DurableOptions.defaults());
	}

	@Test
	void defaultNameIsUserClassAndMethod() {
		DurableMethod method = this.methods.read(Plain.class);
		assertThat(method.name()).isEqualTo(Plain.class.getName() + "#run");
		assertThat(method.named()).isFalse();
	}

	@Test
	void unnamedIsRefusedWhereNamesAreRequired() {
		this.methods.requireNames = true;
		assertThat(this.methods.refusal(Plain.class)).hasMessageContaining("istos.durable.require-names");
	}

	@Test
	void resolvesPlaceholdersInText() {
		this.methods.environment.setProperty("lease", "PT45S");
		this.methods.environment.setProperty("name", "resolved");
		DurableMethod method = this.methods.read(Placeholders.class);
		assertThat(method.options().lease()).isEqualTo(Duration.ofSeconds(45));
		assertThat(method.options().retention()).isEqualTo(Duration.ofMinutes(90));
		assertThat(method.name()).isEqualTo("resolved");
	}

	@Test
	void unresolvablePlaceholderIsRefused() {
		assertThat(this.methods.refusal(Placeholders.class)).hasMessageContaining("'name'")
			.hasMessageContaining("${name}");
	}

	@Test
	void durationWithoutUnitIsRefused() {
		assertThat(this.methods.refusal(NoUnit.class)).hasMessageContaining("'30' as 'lease'");
	}

	@Test
	void nonsenseAsDurationIsRefused() {
		assertThat(this.methods.refusal(NoDuration.class)).hasMessageContaining("'soon' as 'retention'");
	}

	@Test
	void durationBeyondAllNumbersIsRefused() {
		assertThat(this.methods.refusal(EndlessDuration.class)).hasMessageContaining("as 'retention'");
	}

	@Test
	void missingKeyIsRefused() {
		assertThat(this.methods.refusal(NoKey.class)).hasMessageContaining("has no key")
			.hasMessageContaining("ALL_ARGUMENTS");
	}

	@Test
	void missingKeyIsFineForAtLeastOnce() {
		assertThat(this.methods.read(AtLeastOnce.class).identity().key()).isNull();
	}

	@Test
	void attributesThatMeanNothingForAtMostOnceAreRefused() {
		assertThat(this.methods.refusal(AtMostOnceWithKey.class)).hasMessageContaining("sets key")
			.hasMessageContaining("AT_MOST_ONCE");
	}

	@Test
	void attributesThatMeanNothingForAtLeastOnceAreRefused() {
		assertThat(this.methods.refusal(AtLeastOnceWithLease.class)).hasMessageContaining("lease, boundary, retention");
	}

	@Test
	void storeResultMeansNothingForAtMostOnce() {
		assertThat(this.methods.refusal(AtMostOnceUnstored.class)).hasMessageContaining("sets storeResult");
		assertThat(this.methods.read(AtLeastOnceUnstored.class).options().storeResult()).isFalse();
	}

	@Test
	void resultThatIsNotStoredMayBeAStreamButMustBeThere() {
		assertThat(this.methods.read(StreamingUnstored.class).options().storeResult()).isFalse();
		assertThat(this.methods.refusal(PublishingUnstored.class)).hasMessageContaining("Flow$Publisher");
		assertThat(this.methods.refusal(PlainFutureUnstored.class)).hasMessageContaining("CompletableFuture");
	}

	@Test
	void waitAtMostWithoutWaitIsRefused() {
		assertThat(this.methods.refusal(WaitAtMostAlone.class)).hasMessageContaining("waitAtMost");
	}

	@Test
	void exceptionTypeWithTwoMeaningsIsRefused() {
		assertThat(this.methods.refusal(TwoMeanings.class)).hasMessageContaining(IOException.class.getName());
	}

	@Test
	void privateMethodIsRefused() {
		assertThat(this.methods.refusal(Private.class)).hasMessageContaining("is private");
	}

	@Test
	void finalMethodIsRefused() {
		assertThat(this.methods.refusal(Final.class)).hasMessageContaining("is final");
	}

	@Test
	void staticMethodIsRefused() {
		assertThat(this.methods.refusal(Static.class)).hasMessageContaining("is static");
	}

	@Test
	void streamIsRefused() {
		assertThat(this.methods.refusal(Streaming.class)).hasMessageContaining("returns java.util.stream.Stream");
	}

	@Test
	void publisherIsRefused() {
		assertThat(this.methods.refusal(Publishing.class))
			.hasMessageContaining("returns java.util.concurrent.Flow$Publisher");
	}

	@Test
	void plainFutureIsRefused() {
		assertThat(this.methods.refusal(PlainFuture.class)).hasMessageContaining("CompletableFuture");
	}

	@Test
	void completableFutureIsFine() {
		assertThat(this.methods.read(Completable.class).resultType())
			.isEqualTo(new ParameterizedTypeReference<CompletableFuture<String>>() {
			}.getType());
	}

	@Test
	void resultTypeIsResolvedForTheBean() {
		Type expected = new ParameterizedTypeReference<List<String>>() {
		}.getType();
		assertThat(this.methods.read(Concrete.class).resultType()).isEqualTo(expected);
	}

	@Test
	void lambdaWithoutNameIsRefused() {
		Supplying lambda = () -> "value";
		assertThat(this.methods.refusal(lambda.getClass())).hasMessageContaining("lambda");
	}

	static class Everything {

		@Durable(name = "everything", key = "#id", fingerprint = "#id", lease = "1m", retention = "30d",
				onInFlight = OnInFlight.WAIT, waitAtMost = "500ms", onAbandoned = OnAbandoned.HOLD,
				onFailure = OnFailure.HOLD, recordFor = IllegalArgumentException.class, holdFor = IOException.class,
				releaseFor = IllegalStateException.class, boundary = Boundary.OWN, storeResult = false)
		String run(String id) {
			return id;
		}

	}

	static class Plain {

		@Durable(key = "#id")
		String run(String id) {
			return id;
		}

	}

	static class Placeholders {

		@Durable(name = "${name}", key = "#id", lease = "${lease}", retention = "${retention:1h30m}")
		String run(String id) {
			return id;
		}

	}

	static class NoUnit {

		@Durable(key = "'k'", lease = "30")
		void run() {
		}

	}

	static class NoDuration {

		@Durable(key = "'k'", retention = "soon")
		void run() {
		}

	}

	static class EndlessDuration {

		@Durable(key = "'k'", retention = "9223372036854775807d")
		void run() {
		}

	}

	static class NoKey {

		@Durable
		void run(String id) {
		}

	}

	static class AtLeastOnce {

		@Durable(Durability.AT_LEAST_ONCE)
		void run() {
		}

	}

	static class AtMostOnceWithKey {

		@Durable(value = Durability.AT_MOST_ONCE, key = "'k'")
		void run() {
		}

	}

	static class AtMostOnceUnstored {

		@Durable(value = Durability.AT_MOST_ONCE, storeResult = false)
		void run() {
		}

	}

	static class AtLeastOnceUnstored {

		@Durable(value = Durability.AT_LEAST_ONCE, storeResult = false)
		void run() {
		}

	}

	static class StreamingUnstored {

		@Durable(key = "'k'", storeResult = false)
		Stream<String> run() {
			return Stream.of();
		}

	}

	static class PublishingUnstored {

		@Durable(key = "'k'", storeResult = false)
		Flow.Publisher<String> run() {
			return (subscriber) -> {
			};
		}

	}

	static class PlainFutureUnstored {

		@Durable(key = "'k'", storeResult = false)
		Future<String> run() {
			return CompletableFuture.completedFuture("");
		}

	}

	static class AtLeastOnceWithLease {

		@Durable(value = Durability.AT_LEAST_ONCE, lease = "1m", boundary = Boundary.OWN, retention = "1d")
		void run() {
		}

	}

	static class WaitAtMostAlone {

		@Durable(key = "'k'", waitAtMost = "1s")
		void run() {
		}

	}

	static class TwoMeanings {

		@Durable(key = "'k'", recordFor = IOException.class, holdFor = IOException.class)
		void run() {
		}

	}

	static class Private {

		@Durable(key = "'k'")
		private void run() {
		}

	}

	static class Final {

		@Durable(key = "'k'")
		final void run() {
		}

	}

	static class Static {

		@Durable(key = "'k'")
		static void run() {
		}

	}

	static class Streaming {

		@Durable(key = "'k'")
		Stream<String> run() {
			return Stream.of();
		}

	}

	static class Publishing {

		@Durable(key = "'k'")
		Flow.Publisher<String> run() {
			return (subscriber) -> {
			};
		}

	}

	static class PlainFuture {

		@Durable(key = "'k'")
		Future<String> run() {
			return CompletableFuture.completedFuture("");
		}

	}

	static class Completable {

		@Durable(key = "'k'")
		CompletableFuture<String> run() {
			return CompletableFuture.completedFuture("");
		}

	}

	abstract static class Generic<T> {

		@Durable(key = "'k'")
		List<T> run() {
			return List.of();
		}

	}

	static class Concrete extends Generic<String> {

	}

	@FunctionalInterface
	interface Supplying {

		@Durable(key = "'k'")
		String supply();

	}

}
