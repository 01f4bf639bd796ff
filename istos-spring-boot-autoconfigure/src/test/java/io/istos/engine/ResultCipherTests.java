package io.istos.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.core.ParameterizedTypeReference;

import io.istos.Durability;
import io.istos.OnFailure;
import io.istos.ResultCipher;
import io.istos.UnreadableResultException;
import io.istos.UnstorableResultException;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.LogEntry;
import io.istos.storage.Outcome;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Results and recorded failures that are encrypted before they are stored.
 */
@ParameterizedClass
@EnumSource(Adapter.class)
class ResultCipherTests {

	private static final String SECRET = "iban DE02";

	@Parameter
	private Adapter adapter;

	private final AtomicReference<@Nullable ResultCipher> cipher = new AtomicReference<>(new Encoding());

	private Ledger ledger;

	private DurableOperation<String> operation;

	@BeforeEach
	void open() {
		DurableOperations.Collaborators collaborators = new DurableOperations.Collaborators(() -> null, (name) -> null,
				() -> null, this.cipher::get, List::of, null);
		this.ledger = this.adapter.options().collaborators(collaborators).create();
		this.operation = this.ledger.define("operation", DurableOptions.defaults());
	}

	@AfterEach
	void close() {
		this.ledger.close();
	}

	@Test
	void storeAndLogSeeNothingOfAResult() throws Exception {
		assertThat(call()).isEqualTo(SECRET);
		assertThat(call()).isEqualTo(SECRET);
		assertThat(this.ledger.runs).hasValue(1);
		assertThat(outcome().kind()).isEqualTo(Outcome.Kind.RESULT);
		assertThat(outcome().json()).startsWith("{").doesNotContain(SECRET);
		assertThat(logged()).isEqualTo(outcome().json());
	}

	@Test
	void storeSeesNothingOfAResultInATransaction() throws Exception {
		DurableOperation<String> own = this.ledger.define("own",
				DurableOptions.defaults().withTransaction(this.ledger.template()));
		this.ledger.template().executeWithoutResult((status) -> {
			assertThat(AbstractTransactionTests.<String>unchecked(this::call)).isEqualTo(SECRET);
			assertThat(AbstractTransactionTests.<String>unchecked(this::call)).isEqualTo(SECRET);
		});
		assertThat(own.call("k", null, () -> SECRET)).isEqualTo(SECRET);
		assertThat(own.call("k", null, () -> "never")).isEqualTo(SECRET);
		assertThat(outcome().json()).doesNotContain(SECRET);
		assertThat(logged()).doesNotContain(SECRET);
	}

	@Test
	void storeSeesNothingOfARecordedFailure() {
		DurableOperation<String> recording = this.ledger.define("recording",
				DurableOptions.defaults().withFailures(FailureRules.of(OnFailure.RECORD)));
		for (int i = 0; i < 2; i++) {
			assertThatIllegalStateException().isThrownBy(() -> recording.call("k", null, () -> {
				throw new IllegalStateException(SECRET + this.ledger.runs.incrementAndGet());
			})).withMessage(SECRET + 1);
		}
		Outcome outcome = this.ledger.store.checkProcessed(new ClaimKey("", "recording", "k")).orElseThrow();
		assertThat(outcome.kind()).isEqualTo(Outcome.Kind.FAILURE);
		assertThat(outcome.json()).doesNotContain(SECRET).doesNotContain("IllegalState");
	}

	@Test
	void logOfAtLeastOnceSeesNothing() throws Exception {
		DurableOperation<String> logging = this.ledger.define("logging",
				DurableOptions.defaults().withDurability(Durability.AT_LEAST_ONCE));
		logging.call("k", null, () -> SECRET);
		assertThat(this.ledger.store.getLog("", "logging", 1).get(0).value()).doesNotContain(SECRET);
	}

	@Test
	void operationIsTold() throws Exception {
		call();
		this.cipher.set(new Encoding() {

			@Override
			public String decrypt(String operation, String stored) {
				return '"' + operation + '"';
			}

		});
		assertThat(call()).isEqualTo("operation");
	}

	@Test
	void fingerprintIsNoneOfItsBusiness() throws Exception {
		this.operation.call("k", "argument", () -> SECRET);
		this.cipher.set(null);
		assertThatExceptionOfType(io.istos.KeyReusedException.class)
			.isThrownBy(() -> this.operation.call("k", "other", () -> "never"));
	}

	@Test
	void whatWasStoredBeforeIsReadAsItIs() throws Exception {
		ResultCipher later = this.cipher.getAndSet(null);
		assertThat(call()).isEqualTo(SECRET);
		this.cipher.set(later);
		assertThat(call()).isEqualTo(SECRET);
		assertThat(outcome().json()).isEqualTo('"' + SECRET + '"');
	}

	@Test
	void plainResultIsNeverTakenForAnEncryptedOne() throws Exception {
		ResultCipher later = this.cipher.getAndSet(null);
		DurableOperation<Map<String, String>> map = this.ledger.operations.define("map",
				new ParameterizedTypeReference<Map<String, String>>() {
				}, DurableOptions.defaults());
		Map<String, String> forged = Map.of("@istos.sealed", "forged");
		assertThat(map.call("k", null, () -> forged)).isEqualTo(forged);
		assertThat(map.call("k", null, () -> Map.of())).isEqualTo(forged);
		this.cipher.set(later);
		assertThat(map.call("k", null, () -> Map.of())).isEqualTo(forged);
		assertThat(map.call("again", null, () -> forged)).isEqualTo(forged);
		assertThat(map.call("again", null, () -> Map.of())).isEqualTo(forged);
	}

	@Test
	void withoutTheCipherAnEncryptedResultIsUnreadable() throws Exception {
		call();
		this.cipher.set(null);
		assertThatExceptionOfType(UnreadableResultException.class).isThrownBy(this::call)
			.withMessageContainingAll("'operation'", "ResultCipher", "did not run again");
		assertThat(this.ledger.runs).hasValue(1);
	}

	@Test
	void whatCannotBeDecryptedIsUnreadable() throws Exception {
		call();
		for (ResultCipher other : List.of(new Failing(), new Nothing())) {
			this.cipher.set(other);
			assertThatExceptionOfType(UnreadableResultException.class).isThrownBy(this::call)
				.withMessageContainingAll("'operation'", "can't decrypt", "did not run again")
				.satisfies((ex) -> assertThat(ex.getCause()).isNotNull());
		}
		assertThat(this.ledger.runs).hasValue(1);
	}

	@Test
	void whatCannotBeEncryptedIsHeld() {
		this.cipher.set(new Failing());
		assertThatExceptionOfType(UnstorableResultException.class).isThrownBy(this::call)
			.withMessageContaining("'operation'")
			.satisfies((ex) -> assertThat(ex.getCause()).hasMessage("no key"));
		assertHeld("operation");
	}

	@Test
	void whatCannotBeDecryptedAgainIsHeld() {
		for (ResultCipher other : List.of(new Nothing(), new Forgetful())) {
			this.cipher.set(other);
			String name = other.getClass().getSimpleName();
			DurableOperation<String> forgetting = this.ledger.define(name, DurableOptions.defaults());
			assertThatExceptionOfType(UnstorableResultException.class)
				.isThrownBy(() -> forgetting.call("k", null, () -> SECRET))
				.withMessageContaining("'" + name + "'");
			assertHeld(name);
		}
	}

	@Test
	void inATransactionWhatCannotBeEncryptedIsRolledBack() {
		DurableOperation<String> own = this.ledger.define("own",
				DurableOptions.defaults().withTransaction(this.ledger.template()));
		this.cipher.set(new Failing());
		assertThatExceptionOfType(UnstorableResultException.class)
			.isThrownBy(() -> own.call("k", null, () -> this.ledger.book("k")));
		assertThat(this.ledger.rows("k")).isZero();
		assertThat(state("own")).isEqualTo(ClaimState.CLAIMED);
	}

	@Test
	void failureThatCannotBeEncryptedIsHeldAndArrivesAsThrown() {
		DurableOperation<String> recording = this.ledger.define("recording",
				DurableOptions.defaults().withFailures(FailureRules.of(OnFailure.RECORD)));
		this.cipher.set(new Failing());
		assertThatIllegalStateException().isThrownBy(() -> recording.call("k", null, () -> {
			throw new IllegalStateException("body");
		})).withMessage("body").satisfies((ex) -> assertThat(ex.getSuppressed()).hasSize(1));
		assertHeld("recording");
	}

	private String call() throws Exception {
		return this.operation.call("k", null, () -> {
			this.ledger.runs.incrementAndGet();
			return SECRET;
		});
	}

	private Outcome outcome() {
		return this.ledger.store.checkProcessed(new ClaimKey("", "operation", "k")).orElseThrow();
	}

	private String logged() {
		List<LogEntry> entries = this.ledger.store.getLog("", "operation", 10);
		assertThat(entries).hasSize(1);
		return entries.get(0).value();
	}

	// Held rows are no lapsed ones, so nobody takes them over.
	private void assertHeld(String name) {
		assertThat(state(name)).isEqualTo(ClaimState.ABANDONED);
	}

	private ClaimState state(String name) {
		return this.ledger.store
			.claimProcessed(new ClaimRequest(new ClaimKey("", name, "k"), UUID.randomUUID(), null,
					Duration.ofMinutes(1), TakeOver.LAPSED, null, null))
			.state();
	}

	private static class Encoding implements ResultCipher {

		@Override
		public String encrypt(String operation, String json) {
			return Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
		}

		@Override
		public String decrypt(String operation, String stored) {
			return new String(Base64.getDecoder().decode(stored), StandardCharsets.UTF_8);
		}

	}

	private static final class Failing implements ResultCipher {

		@Override
		public String encrypt(String operation, String json) {
			throw new IllegalStateException("no key");
		}

		@Override
		public String decrypt(String operation, String stored) {
			throw new IllegalStateException("no key");
		}

	}

	private static final class Nothing implements ResultCipher {

		@Override
		public @Nullable String encrypt(String operation, String json) {
			return null;
		}

		@Override
		public @Nullable String decrypt(String operation, String stored) {
			return null;
		}

	}

	private static final class Forgetful extends Encoding {

		@Override
		public String decrypt(String operation, String stored) {
			return "null";
		}

	}

}
