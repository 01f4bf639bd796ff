package io.istos;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

import javax.crypto.spec.SecretKeySpec;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Release;
import io.istos.storage.StoragePlugin;
import io.istos.storage.TakeOver;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What the documentation says, where a machine can tell whether it is true.
 */
class DocumentationTests {

	private static final Pattern PROPERTY = Pattern.compile("^\\| `(istos\\.[a-z.-]+)` \\| (.*?) \\|",
			Pattern.MULTILINE);

	/** As the documented statements name it. */
	private static final ClaimKey KEY = new ClaimKey("shop", "payout.send", "4711");

	@Test
	void everyPropertyIsDocumentedWithItsDefault() throws IOException {
		Map<String, String> documented = new TreeMap<>();
		PROPERTY.matcher(Documented.page("configuration.md")).results().forEach((row) -> {
			assertThat(documented).doesNotContainKey(row.group(1));
			documented.put(row.group(1), row.group(2).equals("*(empty)*") ? "" : row.group(2).replace("`", ""));
		});
		assertThat(documented).isEqualTo(propertiesAndDefaults());
	}

	private static Map<String, String> propertiesAndDefaults() throws IOException {
		Map<String, String> properties = new TreeMap<>();
		ClassLoader classes = DocumentationTests.class.getClassLoader();
		for (URL url : Collections.list(classes.getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream file = url.openStream()) {
				for (JsonNode property : JsonMapper.shared().readTree(file).path("properties")) {
					properties.put(property.path("name").asString(), property.path("defaultValue").asString(""));
				}
			}
		}
		properties.keySet().removeIf((name) -> !name.startsWith("istos."));
		return properties;
	}

	@Test
	void aPersonDecidesByTheDocumentedStatements() throws Exception {
		String look = Documented.statement("guarantees.md", "SELECT");
		String free = Documented.statement("guarantees.md", "SET state = 'F'");
		String done = Documented.statement("guarantees.md", "SET state = 'D'");
		try (TestDatabase database = TestDatabase.create(); HikariDataSource pool = database.hikari(3)) {
			StoragePlugin store = PostgresStoragePlugin.create(pool, pool, PostgresSettings.defaults());
			ClaimToken running = claim(store);
			assertThat(Documented.rows(pool, look)).isZero();
			assertThat(Documented.rows(pool, free)).isZero();
			assertThat(Documented.rows(pool, done)).isZero();

			hold(store, running);
			assertThat(Documented.rows(pool, look)).isOne();
			assertThat(Documented.rows(pool, free)).isOne();

			ClaimToken again = claim(store);
			Documented.rows(pool, "UPDATE istos.istos_idempotency SET deadline = clock_timestamp()");
			assertThat(Documented.rows(pool, look)).isOne();
			assertThat(Documented.rows(pool, done)).isOne();
			assertThat(Documented.rows(pool, look)).isZero();
			assertThat(store.releaseClaim(release(again))).isEqualTo(Release.Answer.NOT_OURS);

			Claim replay = store.claimProcessed(request());
			assertThat(replay.state()).isEqualTo(ClaimState.DONE);
			assertThat(Objects.requireNonNull(replay.outcome()).json()).contains("tx-17");
		}
	}

	@Test
	void theCodeAboutResultsIsCompiledAndWorks() {
		String examples = Documented.essence(Documented.test("ResultExamples.java")).replace("static", "");
		List<String> fragments = Documented.blocks("guarantees.md", "java")
			.stream()
			.filter((fragment) -> fragment.contains("ResultCipher") || fragment.contains("storeResult"))
			.map((fragment) -> Documented.essence(fragment.replace("{ ... }", "{")))
			.toList();
		assertThat(fragments).hasSize(2).allSatisfy((fragment) -> assertThat(examples).contains(fragment));

		ResultCipher cipher = new ResultExamples.AesCipher(new SecretKeySpec(new byte[32], "AES"));
		String stored = cipher.encrypt("order.book", "{\"id\":1}");
		assertThat(stored).doesNotContain("id").isNotEqualTo(cipher.encrypt("order.book", "{\"id\":1}"));
		assertThat(cipher.decrypt("order.book", stored)).isEqualTo("{\"id\":1}");
		assertThatIllegalStateException().isThrownBy(() -> cipher.decrypt("order.cancel", stored));
	}

	private static ClaimRequest request() {
		return new ClaimRequest(KEY, UUID.randomUUID(), null, Duration.ofMinutes(5), TakeOver.LAPSED, null, null);
	}

	private static ClaimToken claim(StoragePlugin store) {
		ClaimRequest request = request();
		Claim claim = store.claimProcessed(request);
		assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
		return request.token(claim.epoch());
	}

	private static void hold(StoragePlugin store, ClaimToken token) {
		assertThat(store.releaseClaim(release(token))).isEqualTo(Release.Answer.RELEASED);
	}

	private static Release release(ClaimToken token) {
		return new Release(token, Release.Target.HELD, "unknown", Duration.ofDays(7));
	}

}
