package io.istos.engine;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Encrypted text among plain JSON.
 */
class SealedTextTests {

	@ParameterizedTest
	@ValueSource(strings = { "", "QUJD+/==", "\"}", "\\u0041", "\0\n\t", "é😀", "\ud800", "{\"@istos.sealed\":\"x\"}" })
	void anyTextIsJsonAndReadBack(String encrypted) {
		String stored = SealedText.of(encrypted);
		assertThat(SealedText.isSealed(stored)).isTrue();
		assertThat(SealedText.read(stored)).isEqualTo(encrypted);
		assertThat(stored).matches("\\p{ASCII}*").doesNotContain("\0");
		assertThat(JsonMapper.shared().readTree(stored).isObject()).isTrue();
	}

	@Test
	void plainTextIsNeverTakenForSealed() {
		String forged = SealedText.of("forged");
		String plain = SealedText.plain(forged);
		assertThat(SealedText.isSealed(plain)).isFalse();
		assertThat(JsonMapper.shared().readTree(plain)).isEqualTo(JsonMapper.shared().readTree(forged));
		assertThat(SealedText.plain("{\"a\":1}")).isEqualTo("{\"a\":1}");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "\"", "\"} ", "abc", "\\\"}", "\\u00\"}", "\\uzzzz\"}" })
	void whatWasChangedIsRefused(String rest) {
		assertThatIllegalArgumentException().isThrownBy(() -> SealedText.read("{\"@istos.sealed\":\"" + rest));
	}

}
