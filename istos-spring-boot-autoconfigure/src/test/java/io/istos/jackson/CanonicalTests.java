package io.istos.jackson;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.unit.DataSize;

import io.istos.jackson.Fixtures.Bodied;
import io.istos.jackson.Fixtures.Card;
import io.istos.jackson.Fixtures.Customer;
import io.istos.jackson.Fixtures.Done;
import io.istos.jackson.Fixtures.Iban;
import io.istos.jackson.Fixtures.Line;
import io.istos.jackson.Fixtures.OpenOne;
import io.istos.jackson.Fixtures.OpenTwo;
import io.istos.jackson.Fixtures.Page;
import io.istos.jackson.Fixtures.Plain;
import io.istos.jackson.Fixtures.Shape;
import io.istos.jackson.Fixtures.VipCustomer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Equal values have one canonical text, different values have different ones.
 */
class CanonicalTests {

	private final JacksonResultCodec codec = new JacksonResultCodec(DataSize.ofMegabytes(1));

	@ParameterizedTest
	@MethodSource
	void writes(@Nullable Object value, String json) {
		assertThat(this.codec.canonical(value)).isEqualTo(json);
	}

	static Stream<Arguments> writes() {
		return Stream.of(Arguments.of(null, "null"), Arguments.of("1", "\"1\""), Arguments.of(1, "1"),
				Arguments.of(Bodied.PLUS, "\"PLUS\""), Arguments.of(new Done(), "{}"),
				Arguments.of(new Line("a", 1, new BigDecimal("1.50")), "{\"count\":1,\"price\":1.5,\"sku\":\"a\"}"),
				Arguments.of(new Ordered("b", "a"), "{\"a\":\"a\",\"b\":\"b\"}"),
				Arguments.of(Arrays.asList(null, "x", null, null), "[null,\"x\"]"),
				Arguments.of(new Object[] { null, null }, "[]"),
				Arguments.of(List.of(Arrays.asList(1, null)), "[[1,null]]"),
				Arguments.of(new Shape.Circle(1), "{\"Fixtures$Shape$Circle\":{\"radius\":1}}"),
				Arguments.of(Map.of("b", 1, "a", Map.of(2, true, 10, false)),
						"{\"a\":{\"10\":false,\"2\":true},\"b\":1}"),
				Arguments.of(Optional.of("a"), "\"a\""), Arguments.of(new BigDecimal("1E+3"), "1000"),
				Arguments.of("\ud800\0", "\"\\ud800\\u0000\""));
	}

	@ParameterizedTest
	@MethodSource
	void same(Object one, Object other) {
		assertThat(this.codec.canonical(one)).isEqualTo(this.codec.canonical(other));
		assertThat(this.codec.canonical(List.of(one))).isEqualTo(this.codec.canonical(List.of(other)));
	}

	static Stream<Arguments> same() {
		Map<String, Object> withNull = new HashMap<>();
		withNull.put("a", 1);
		withNull.put("b", null);
		return Stream.of(Arguments.of(new BigDecimal("1.0"), new BigDecimal("1.00")),
				Arguments.of(new BigDecimal("1E+3"), 1000L),
				Arguments.of(BigInteger.TEN.pow(100), new BigDecimal("1E+100")),
				Arguments.of(new HashMap<>(Map.of("a", 1, "b", 2)), new TreeMap<>(Map.of("b", 2, "a", 1))),
				Arguments.of(new EnumMap<>(Map.of(Plain.ONE, 1)), Map.of(Plain.ONE, 1)),
				Arguments.of(new LinkedHashSet<>(List.of("b", "a")), new LinkedHashSet<>(List.of("a", "b"))),
				Arguments.of(new LinkedHashSet<>(List.of(new OpenOne("2"), new OpenOne("1"))),
						new LinkedHashSet<>(List.of(new OpenOne("1"), new OpenOne("2")))),
				Arguments.of(Map.of("k", Set.of(1, 2, 3)), Map.of("k", new LinkedHashSet<>(List.of(3, 2, 1)))),
				Arguments.of(java.util.EnumSet.allOf(Plain.class), new LinkedHashSet<>(List.of(Plain.TWO, Plain.ONE))),
				Arguments.of(new LinkedHashMap<>(Map.of("a", 1)).keySet(), Set.of("a")),
				Arguments.of(withNull, Map.of("a", 1)), Arguments.of(new ArrayList<>(List.of(1)), new int[] { 1 }),
				Arguments.of(new V1("1"), new V2("1", null, Optional.empty(), OptionalInt.empty())),
				Arguments.of(customer(), customer()));
	}

	@ParameterizedTest
	@MethodSource
	void different(Object one, Object other) {
		assertThat(this.codec.canonical(one)).isNotEqualTo(this.codec.canonical(other));
		assertThat(this.codec.canonical(new Object[] { one }))
			.isNotEqualTo(this.codec.canonical(new Object[] { other }));
		assertThat(this.codec.canonical(new Page<>(List.of(one), 1, other)))
			.isNotEqualTo(this.codec.canonical(new Page<>(List.of(other), 1, one)));
	}

	static Stream<Arguments> different() {
		ZonedDateTime zoned = ZonedDateTime.of(2026, 1, 1, 1, 1, 1, 1, ZoneId.of("Europe/Paris"));
		return Stream.of(Arguments.of("1", 1), Arguments.of("null", Optional.empty()),
				Arguments.of(List.of(1, 2), List.of(2, 1)), Arguments.of(new OpenOne("1"), new OpenTwo("1")),
				Arguments.of(new Shape.Round.Ellipse(1, 1), new EllipseTwin(1, 1)),
				Arguments.of(new Card("1"), new Iban("1")), Arguments.of(Methods.CARD, OtherMethods.CARD),
				Arguments.of(customer(), new VipCustomer()), Arguments.of("\ud800", "\ud801"),
				Arguments.of("\ud800", "?"), Arguments.of(zoned, zoned.withZoneSameInstant(ZoneId.of("Europe/Berlin"))),
				Arguments.of(zoned, zoned.plusNanos(1)), Arguments.of(0.1, 0.2),
				Arguments.of(Map.of("a", List.of()), Map.of()), Arguments.of(Double.NaN, Double.POSITIVE_INFINITY));
	}

	@Test
	void nullsInTheMiddleOfTheArgumentsCount() {
		assertThat(this.codec.canonical(Arrays.asList(null, 1))).isNotEqualTo(this.codec.canonical(List.of(1)));
	}

	@Test
	void treesAreWrittenAsTheyAre() {
		assertThat(this.codec.canonical(JsonMapper.shared().readTree("{\"b\":[1.0],\"a\":null}")))
			.isEqualTo("{\"b\":[1]}");
	}

	@ParameterizedTest
	@MethodSource
	void refusesWithThePlace(Object value) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.codec.canonical(List.of(1, new Wrapper(value))))
			.withMessageContaining("'[1].value");
		assertThatIllegalArgumentException().isThrownBy(() -> this.codec.canonical(value));
	}

	static Stream<Object> refusesWithThePlace() {
		return Stream.of(new Object(), List.of(1).iterator(), Stream.of(1), new ByteArrayInputStream(new byte[0]),
				new CompletableFuture<>(), new IllegalStateException("x"), new Broken(), Thread.currentThread(),
				(Runnable) () -> {
				}, Map.of(new Customer(), 1), cycle());
	}

	@Test
	void doesNotUseUpWhatItRefuses() {
		Iterator<Integer> iterator = List.of(1).iterator();
		assertThatIllegalArgumentException().isThrownBy(() -> this.codec.canonical(List.of(iterator)));
		assertThat(iterator).hasNext();
	}

	@Test
	void differentKeysWithOneTextAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.codec.canonical(Map.of(1, "a", "1", "b")));
	}

	private static Object cycle() {
		List<Object> list = new ArrayList<>();
		list.add(new Wrapper(list));
		return new Wrapper(list);
	}

	private static Customer customer() {
		Customer customer = new Customer();
		customer.setName("Ann");
		return customer;
	}

	static class Broken extends RuntimeException {

	}

	record Wrapper(Object value) {
	}

	record V1(String id) {
	}

	record V2(String id, @Nullable String gained, Optional<String> optional, OptionalInt number) {
	}

	@JsonPropertyOrder({ "b", "a" })
	record Ordered(String b, String a) {
	}

	record EllipseTwin(double a, double b) {
	}

	interface Method {

	}

	enum Methods implements Method {

		CARD

	}

	enum OtherMethods implements Method {

		CARD

	}

}
