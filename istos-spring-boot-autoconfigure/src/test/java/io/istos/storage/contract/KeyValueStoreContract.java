package io.istos.storage.contract;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.InvalidKeyException;
import io.istos.storage.ClaimKey;
import io.istos.storage.EntryKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is put is what is read.
 */
public abstract class KeyValueStoreContract extends ContractSupport {

	private static final EntryKey KEY = entry("colour");

	/**
	 * Create the contract.
	 * @param fixtures opens an empty storage for each test
	 */
	protected KeyValueStoreContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	static EntryKey entry(String key) {
		return new EntryKey("shop", key);
	}

	@Test
	void whatWasNeverPutIsNotThere() {
		assertThat(this.plugin.get(KEY)).isEmpty();
	}

	@Test
	void whatIsPutIsRead() {
		this.plugin.put(KEY, "1");
		assertThat(this.plugin.get(KEY)).contains("1");
		assertThat(this.other.get(KEY)).contains("1");
	}

	@Test
	void theLastValueStays() {
		this.plugin.put(KEY, "1");
		this.other.put(KEY, "2");
		assertThat(this.plugin.get(KEY)).contains("2");
		this.other.put(KEY, "2");
		assertThat(this.plugin.get(KEY)).contains("2");
	}

	@Test
	void whatIsDeletedIsNotThere() {
		this.plugin.put(KEY, "1");
		this.other.delete(KEY);
		assertThat(this.plugin.get(KEY)).isEmpty();
		this.plugin.put(KEY, "2");
		assertThat(this.other.get(KEY)).contains("2");
	}

	@Test
	void whatIsNotThereIsDeletedAllTheSame() {
		this.plugin.delete(KEY);
		this.plugin.put(KEY, "1");
		this.plugin.delete(KEY);
		this.plugin.delete(KEY);
		assertThat(this.other.get(KEY)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "null", "\"\"", "\"\ud83d\ude00 \\u0000 \u00df O'Hara ? $1\"", "{ \"kept\" : [1.10, 2] }" })
	void aValueIsKeptAsItIs(String value) {
		this.plugin.put(KEY, value);
		assertThat(this.other.get(KEY)).contains(value);
	}

	@Test
	void keysAndNamespacesAreKeptApart() {
		String longest = "\ud83d\ude00".repeat(EntryKey.MAX_KEY_LENGTH - 1);
		String namespace = "n".repeat(ClaimKey.MAX_NAMESPACE_BYTES);
		List<EntryKey> keys = List.of(KEY, entry("Colour"), entry(" colour"), new EntryKey("", "colour"),
				new EntryKey("zoo", "colour"), new EntryKey(namespace, longest + "1"),
				new EntryKey(namespace, longest + "2"));
		for (EntryKey key : keys) {
			this.plugin.put(key, "\"" + key.key() + "\"");
		}
		this.plugin.delete(KEY);
		assertThat(this.other.get(KEY)).isEmpty();
		assertThat(keys.subList(1, keys.size()))
			.allSatisfy((key) -> assertThat(this.other.get(key)).contains("\"" + key.key() + "\""));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "  ", "nul \0", "half \ud83d", "\ude00 half" })
	void keysThatCannotBeStoredAreRefused(String key) {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> entry(key));
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> entry("k".repeat(EntryKey.MAX_KEY_LENGTH + 1)));
	}

	@Test
	void aValueDoesNotDependOnTheTransactionAroundIt() {
		this.plugin.put(entry("deleted"), "1");
		try (TestTransaction transaction = this.fixture.begin()) {
			claimedIn(transaction, key("42"));
			this.plugin.put(KEY, "1");
			this.plugin.delete(entry("deleted"));
			assertThat(this.plugin.get(KEY)).contains("1");
			transaction.rollback();
		}
		assertThat(this.other.get(KEY)).contains("1");
		assertThat(this.other.get(entry("deleted"))).isEmpty();
	}

	@Test
	void oneOfManyValuesStays() {
		try (Crowd crowd = new Crowd()) {
			for (int round = 0; round < this.fixture.rounds(); round++) {
				EntryKey key = entry("k" + round % 4);
				Set<String> put = ConcurrentHashMap.newKeySet();
				crowd.together((i) -> {
					if (i == 0) {
						this.plugin.delete(key);
					}
					else {
						put.add("" + i);
						((i % 2 == 0) ? this.plugin : this.other).put(key, "" + i);
					}
					return i;
				});
				assertThat(this.plugin.get(key)).isEqualTo(this.other.get(key))
					.satisfiesAnyOf((value) -> assertThat(value).isEmpty(),
							(value) -> assertThat(put).contains(value.orElseThrow()));
			}
		}
	}

}
