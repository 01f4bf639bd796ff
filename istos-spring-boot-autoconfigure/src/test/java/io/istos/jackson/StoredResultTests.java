package io.istos.jackson;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.unit.DataSize;

import io.istos.UnreadableResultException;
import io.istos.UnstorableResultException;
import io.istos.jackson.Fixtures.Customer;
import io.istos.jackson.Fixtures.Line;
import io.istos.jackson.Fixtures.Open;
import io.istos.jackson.Fixtures.OpenOne;
import io.istos.jackson.Fixtures.Order;
import io.istos.jackson.Fixtures.Plain;
import io.istos.jackson.Fixtures.Shape;
import io.istos.jackson.Fixtures.VipCustomer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What happens when classes change between storing and replaying, and when a result can't
 * be stored at all.
 */
class StoredResultTests {

	private final JacksonResultCodec codec = new JacksonResultCodec(DataSize.ofKilobytes(1));

	@Test
	void aClassMayLoseAndGainFields() {
		String stored = this.codec.encode(new Before("1", "x"), Before.class);
		assertThat(this.codec.decode(stored, After.class))
			.isEqualTo(new After("1", 0, false, 0, '\0', Optional.empty(), null, null));
	}

	@Test
	void aFieldMayBecomeWider() {
		assertThat(this.codec.decode("{\"sku\":\"a\",\"count\":1,\"price\":1}", Line.class))
			.isEqualTo(new Line("a", 1, new BigDecimal("1")));
		assertThat(this.codec.decode("1", long.class)).isEqualTo(1L);
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"@type\":\"Fixtures$Shape$Gained\",\"secret\":1}", "{\"radius\":1}", "\"secret\"",
			"[\"secret\"", "{\"@type\":\"Fixtures$Shape$Circle\",\"radius\":\"secret\"}",
			"[\"java.lang.String\",\"secret\"]", "{}{\"secret\":1}", "" })
	void whatCannotBeReadIsNamedWithoutItsData(String stored) {
		assertThatExceptionOfType(UnreadableResultException.class)
			.isThrownBy(() -> this.codec.decode(stored, Shape.class))
			.withMessageContaining(Shape.class.getTypeName())
			.withMessageNotContaining("secret")
			.withNoCause();
	}

	@Test
	void thePlaceIsNamedWithoutKeys() {
		Type type = new Ref<Map<String, List<Line>>>() {
		}.getType();
		assertThatExceptionOfType(UnreadableResultException.class)
			.isThrownBy(() -> this.codec.decode("{\"secret\":[{\"count\":\"secret\"}]}", type))
			.withMessageContaining("at '[*][0].count'")
			.withMessageNotContaining("secret");
	}

	@Test
	void aFractionIsNotCutOff() {
		assertThatExceptionOfType(UnreadableResultException.class)
			.isThrownBy(() -> this.codec.decode("1.5", int.class));
	}

	@Test
	void anEnumIsReadByNameOnly() {
		assertThatExceptionOfType(UnreadableResultException.class)
			.isThrownBy(() -> this.codec.decode("\"THREE\"", Plain.class));
		assertThatExceptionOfType(UnreadableResultException.class)
			.isThrownBy(() -> this.codec.decode("0", Plain.class));
	}

	@Test
	void aLargeResultIsRefusedWithTheNumbers() {
		assertThat(this.codec.encode("x".repeat(1022), String.class)).hasSize(1024);
		assertThatExceptionOfType(UnstorableResultException.class)
			.isThrownBy(() -> this.codec.encode("x".repeat(1023), String.class))
			.withMessageContaining("1025 bytes; the limit is 1024")
			.withMessageContaining("istos.results.max-size");
	}

	@ParameterizedTest
	@ValueSource(strings = { "\u00e9", "\u20ac", "\uD83D\uDE00" })
	void theSizeIsMeasuredInBytes(String character) {
		int bytes = character.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
		assertThat(JsonText.size(character)).isEqualTo(bytes);
		assertThatExceptionOfType(UnstorableResultException.class)
			.isThrownBy(() -> this.codec.encode(character.repeat(1024), String.class))
			.withMessageContaining((1024 * bytes + 2) + " bytes");
	}

	@Test
	void aLimitMustBePositive() {
		assertThatIllegalArgumentException().isThrownBy(() -> new JacksonResultCodec(DataSize.ofBytes(0)));
	}

	@Test
	void aSubclassThatIsNotDeclaredIsRefused() {
		refused(new VipCustomer(), Customer.class, "does not read back equal");
		refused(List.of(new VipCustomer()), new Ref<List<Customer>>() {
		}.getType(), "does not read back equal at '[0]'");
		refused(new java.sql.Timestamp(1), java.util.Date.class, "does not read back equal");
	}

	@Test
	void aComponentThatIsNotWrittenIsRefused() {
		refused(new Hidden("1", "s"), Hidden.class, "does not read back equal at 'secret'");
	}

	@Test
	void anOptionalThatIsNullIsRefused() {
		refused(new Holder(null, List.of()), Holder.class, "at 'note'");
	}

	@Test
	void aSetIsNotStoredAsAList() {
		refused(Set.of(1), new Ref<Collection<Integer>>() {
		}.getType(), "does not read back equal");
	}

	@Test
	void anOrderThatOnlyAComparatorKnowsIsRefused() {
		SortedMap<Integer, String> ranking = new TreeMap<>(Comparator.reverseOrder());
		ranking.putAll(Map.of(1, "third", 3, "first"));
		refused(ranking, new Ref<SortedMap<Integer, String>>() {
		}.getType(), "does not read back equal");
		Type unsorted = new Ref<Map<Integer, String>>() {
		}.getType();
		assertThat(this.codec.decode(this.codec.encode(ranking, unsorted), unsorted)).hasToString(ranking.toString());
	}

	@Test
	void aMapWithANullKeyIsRefused() {
		Map<String, Integer> map = new HashMap<>();
		map.put(null, 1);
		refused(map, new Ref<Map<String, Integer>>() {
		}.getType(), "is not serializable");
	}

	@Test
	void aGetterThatFailsIsNamed() {
		assertThatExceptionOfType(UnstorableResultException.class)
			.isThrownBy(() -> this.codec.encode(new Failing(), Failing.class))
			.withMessageContaining("at 'name': ")
			.withMessageContaining("IllegalStateException")
			.withStackTraceContaining("broken");
	}

	@Test
	void aCycleIsRefused() {
		Cycle cycle = new Cycle(new ArrayList<>());
		cycle.next().add(cycle);
		refused(cycle, Cycle.class, "is not serializable");
	}

	@Test
	void aTypeThatCannotBeReadIsRefused() {
		refused(new OpenOne("1"), Open.class, "can be written, but not read back");
		assertThatExceptionOfType(UnreadableResultException.class)
			.isThrownBy(() -> this.codec.decode("{}", Open.class));
	}

	@Test
	void nullElementsStay() {
		Type type = new Ref<List<Order>>() {
		}.getType();
		List<Order> orders = Arrays.asList(null, Order.of("1"), null);
		assertThat(this.codec.decode(this.codec.encode(orders, type), type)).isEqualTo(orders);
	}

	private void refused(Object result, Type type, String reason) {
		assertThatExceptionOfType(UnstorableResultException.class).isThrownBy(() -> this.codec.encode(result, type))
			.withMessageContaining(type.getTypeName())
			.withMessageContaining(reason);
	}

	record Before(String id, String lost) {
	}

	record After(String id, int count, boolean flag, double rate, char letter, Optional<String> note,
			@Nullable List<String> tags, @Nullable Integer boxed) {
	}

	record Hidden(String id, @com.fasterxml.jackson.annotation.JsonIgnore String secret) {
	}

	record Holder(@Nullable Optional<String> note, List<Line> lines) {
	}

	public static final class Failing {

		public String getName() {
			throw new IllegalStateException("broken");
		}

	}

	record Cycle(List<Object> next) {
	}

}
