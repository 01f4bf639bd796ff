package io.istos.jackson;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.unit.DataSize;

import io.istos.jackson.Fixtures.Annotated;
import io.istos.jackson.Fixtures.Base;
import io.istos.jackson.Fixtures.Bodied;
import io.istos.jackson.Fixtures.Bytes;
import io.istos.jackson.Fixtures.Card;
import io.istos.jackson.Fixtures.Customer;
import io.istos.jackson.Fixtures.Derived;
import io.istos.jackson.Fixtures.Done;
import io.istos.jackson.Fixtures.Drawing;
import io.istos.jackson.Fixtures.Iban;
import io.istos.jackson.Fixtures.Line;
import io.istos.jackson.Fixtures.Order;
import io.istos.jackson.Fixtures.Outcome;
import io.istos.jackson.Fixtures.Page;
import io.istos.jackson.Fixtures.Pair;
import io.istos.jackson.Fixtures.Plain;
import io.istos.jackson.Fixtures.Receipt;
import io.istos.jackson.Fixtures.Sets;
import io.istos.jackson.Fixtures.Shape;
import io.istos.jackson.Fixtures.Tree;
import io.istos.jackson.Fixtures.Web;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A replay equals the first result in type and value.
 */
class ReplayTests {

	private static final Line LINE = new Line("sku", 3, new BigDecimal("10.00"));

	private final JacksonResultCodec codec = new JacksonResultCodec(DataSize.ofMegabytes(1));

	@ParameterizedTest
	@MethodSource({ "scalars", "texts", "dates", "objects", "containers", "sealedTypes" })
	void replays(Type type, Object result) {
		this.codec.check(type);
		assertThat(replayed(result, type)).isEqualTo(result).hasSameClassAs(result);
	}

	@ParameterizedTest
	@MethodSource({ "interfaces" })
	void replaysByTheContractOfTheInterface(Type type, Object result) {
		this.codec.check(type);
		assertThat(replayed(result, type)).isEqualTo(result);
	}

	@ParameterizedTest
	@MethodSource
	void replaysNull(Type type) {
		this.codec.check(type);
		assertThat(replayed(null, type)).isNull();
	}

	static Stream<Type> replaysNull() {
		return Stream.of(void.class, Void.class, String.class, Integer.class, Order.class, Shape.class,
				OptionalInt.class, JsonNode.class, byte[].class, new Ref<Optional<Order>>() {
				}.getType(), new Ref<List<Order>>() {
				}.getType());
	}

	static Stream<Arguments> scalars() {
		return Stream.of(of(int.class, 1), of(Integer.class, Integer.MIN_VALUE), of(long.class, Long.MAX_VALUE),
				of(Long.class, (1L << 53) + 1), of(short.class, (short) 1), of(byte.class, (byte) -1),
				of(boolean.class, true), of(char.class, 'x'), of(char.class, '\0'), of(char.class, '\ud83d'),
				of(double.class, 0.1), of(double.class, -0.0), of(double.class, Double.NaN),
				of(Double.class, Double.POSITIVE_INFINITY), of(Double.class, Double.NEGATIVE_INFINITY),
				of(double.class, Double.MIN_VALUE), of(float.class, 0.1f), of(Float.class, Float.NaN),
				of(float.class, -0.0f), of(float.class, Float.MAX_VALUE), of(float.class, 1.17549435E-38f),
				of(BigDecimal.class, new BigDecimal("1.00")), of(BigDecimal.class, new BigDecimal("1E+3")),
				of(BigDecimal.class, new BigDecimal("1E-30")), of(BigDecimal.class, new BigDecimal("0.000")),
				of(BigDecimal.class, new BigDecimal("100000").setScale(-5)),
				of(BigDecimal.class, new BigDecimal("1E+100000")), of(BigInteger.class, BigInteger.TWO.pow(20_000)),
				of(BigInteger.class, BigInteger.ONE), of(UUID.class, new UUID(1, 2)),
				of(URI.class, URI.create("https://example.org/a?b=%20")), of(URI.class, URI.create("")),
				of(Locale.class, Locale.CANADA_FRENCH), of(Locale.class, Locale.ROOT),
				of(Locale.class, Locale.forLanguageTag("sr-Latn-RS")),
				of(Locale.class, Locale.forLanguageTag("th-TH-u-nu-thai")),
				of(Currency.class, Currency.getInstance("EUR")), of(Plain.class, Plain.TWO),
				of(Bodied.class, Bodied.MINUS), of(DayOfWeek.class, DayOfWeek.FRIDAY),
				of(OptionalInt.class, OptionalInt.of(3)), of(OptionalInt.class, OptionalInt.empty()),
				of(OptionalLong.class, OptionalLong.of(Long.MIN_VALUE)),
				of(OptionalDouble.class, OptionalDouble.of(Double.NaN)));
	}

	static Stream<Arguments> texts() {
		return Stream
			.of("", " ", "123", "1.0", "null", "true", "\"quoted\"", "\\", "{}", "[]", "\uD83D\uDE00", "a\0b", "\ud800",
					"\udc00\ud800", "x\ud83d", "\u2028", "\u007f", "\ufffe", "\ufeff", "\r\n\t", "\u00e9", "e\u0301")
			.map((text) -> of(String.class, text));
	}

	static Stream<Arguments> dates() {
		ZonedDateTime overlap = ZonedDateTime.ofLocal(LocalDateTime.of(2026, 10, 25, 2, 30), ZoneId.of("Europe/Paris"),
				ZoneOffset.ofHours(1));
		return Stream.of(of(Instant.class, Instant.ofEpochSecond(1, 123_456_789)), of(Instant.class, Instant.EPOCH),
				of(Instant.class, Instant.MAX), of(Instant.class, Instant.MIN), of(ZonedDateTime.class, overlap),
				of(ZonedDateTime.class, overlap.withLaterOffsetAtOverlap()),
				of(ZonedDateTime.class, overlap.withZoneSameInstant(ZoneId.of("UTC"))),
				of(ZonedDateTime.class, overlap.withZoneSameInstant(ZoneOffset.UTC)),
				of(ZonedDateTime.class, overlap.withZoneSameInstant(ZoneId.of("UTC+02:00"))),
				of(ZonedDateTime.class, overlap.withZoneSameInstant(ZoneId.of("GMT"))),
				of(ZonedDateTime.class, overlap.withFixedOffsetZone()),
				of(OffsetDateTime.class, OffsetDateTime.parse("2026-01-01T10:00:00.000000001+05:30")),
				of(OffsetDateTime.class, OffsetDateTime.MAX), of(OffsetTime.class, OffsetTime.parse("10:00+01:00")),
				of(LocalDate.class, LocalDate.of(2026, 2, 28)), of(LocalDate.class, LocalDate.MIN),
				of(LocalDateTime.class, LocalDateTime.of(2026, 2, 28, 0, 0)),
				of(LocalTime.class, LocalTime.of(0, 0, 0, 1)), of(Duration.class, Duration.ofSeconds(-1, 5)),
				of(Duration.class, Duration.ofDays(400)), of(Period.class, Period.of(1, 2, 3)),
				of(Year.class, Year.of(2026)), of(YearMonth.class, YearMonth.of(2026, 1)),
				of(MonthDay.class, MonthDay.of(2, 29)), of(ZoneOffset.class, ZoneOffset.ofHours(3)),
				of(java.util.Date.class, new java.util.Date(1)));
	}

	static Stream<Arguments> objects() {
		Order order = Order.of("1");
		return Stream.of(of(Order.class, order), of(Done.class, new Done()),
				of(Order.class, new Order("2", List.of(), Map.of(), Optional.empty(), LINE)),
				of(Receipt.class, new Receipt("r", new BigDecimal("0.10"))),
				of(Tree.class, new Tree("a", List.of(new Tree("b", List.of())))),
				of(Web.class, new Web(Instant.ofEpochSecond(5, 6), List.of(), Plain.TWO)), of(new Ref<Page<Order>>() {
				}, new Page<>(List.of(order), 5L, order)), of(new Ref<Page<? extends Line>>() {
				}, new Page<>(List.of(LINE), 5L, LINE)), of(new Ref<Pair<Long, Pair<BigDecimal, List<Line>>>>() {
				}, new Pair<>(1L, new Pair<>(new BigDecimal("2.0"), List.of(LINE)))), of(new Ref<Optional<Order>>() {
				}, Optional.of(order)), of(new Ref<Optional<Order>>() {
				}, Optional.empty()), of(new Ref<Optional<String>>() {
				}, Optional.of("null")));
	}

	static Stream<Arguments> containers() {
		return Stream.of(of(byte[].class, new byte[] { 0, -1, 127 }), of(byte[].class, new byte[0]),
				of(int[].class, new int[] { 1, 2 }), of(double[].class, new double[] { -0.0, Double.NaN }),
				of(char[].class, "ab".toCharArray()), of(boolean[].class, new boolean[] { true }),
				of(String[].class, new String[] { null, "1" }), of(Line[].class, new Line[] { LINE }),
				of(long[][].class, new long[][] { { 1 }, {} }), of(new Ref<HashMap<String, Line>>() {
				}, new HashMap<>(Map.of("a", LINE, "b", LINE))), of(new Ref<HashSet<String>>() {
				}, new HashSet<>(IntStream.range(0, 100).mapToObj(Integer::toString).toList())),
				of(new Ref<ConcurrentHashMap<Integer, Line>>() {
				}, new ConcurrentHashMap<>(Map.of(1, LINE))), of(new Ref<EnumMap<Plain, String>>() {
				}, new EnumMap<>(Map.of(Plain.ONE, "1"))));
	}

	static Stream<Arguments> interfaces() {
		Map<Bodied, Line> byEnum = Map.of(Bodied.PLUS, LINE);
		Map<ZonedDateTime, Integer> byDate = Map.of(ZonedDateTime.of(2026, 1, 1, 1, 1, 1, 1, ZoneId.of("Asia/Tokyo")),
				1);
		return Stream.of(of(new Ref<List<Line>>() {
		}, List.of(LINE, LINE)), of(new Ref<List<String>>() {
		}, Arrays.asList("1", null, "null")), of(new Ref<Collection<Line>>() {
		}, List.of(LINE)), of(new Ref<Iterable<Line>>() {
		}, List.of(LINE)), of(new Ref<Set<Line>>() {
		}, Set.of(LINE)), of(new Ref<List<List<Optional<BigDecimal>>>>() {
		}, List.of(List.of(Optional.of(new BigDecimal("1.0")), Optional.empty()))), of(new Ref<Map<String, Line>>() {
		}, Map.of("a", LINE)), of(new Ref<Map<String, Line>>() {
		}, Map.of("", LINE, "\0", LINE, "\ud800", LINE, "@type", LINE)), of(new Ref<Map<Bodied, Line>>() {
		}, byEnum), of(new Ref<Map<Integer, String>>() {
		}, Map.of(1, "1")), of(new Ref<Map<UUID, String>>() {
		}, Map.of(new UUID(1, 2), "1")), of(new Ref<Map<Instant, String>>() {
		}, Map.of(Instant.ofEpochSecond(1, 1), "1")), of(new Ref<Map<ZonedDateTime, Integer>>() {
		}, byDate), of(new Ref<Map<LocalDate, Integer>>() {
		}, Map.of(LocalDate.EPOCH, 1)), of(new Ref<Map<BigDecimal, Integer>>() {
		}, Map.of(new BigDecimal("1.00"), 1)), of(new Ref<Map<Boolean, List<Integer>>>() {
		}, Map.of(true, List.of(1))), of(new Ref<Map<Character, Double>>() {
		}, Map.of('c', 1.0)), of(new Ref<Map<Double, Double>>() {
		}, Map.of(Double.NaN, 1.0)), of(new Ref<SortedMap<String, Long>>() {
		}, new TreeMap<>(Map.of("b", 1L, "a", 2L))), of(new Ref<Map.Entry<String, Line>>() {
		}, Map.entry("a", LINE)), of(new Ref<ConcurrentMap<String, Line>>() {
		}, new ConcurrentHashMap<>(Map.of("a", LINE))), of(ZoneId.class, ZoneId.of("Europe/Paris")),
				of(JsonNode.class, JsonMapper.shared().readTree("{\"a\":[1,\"x\",null,true]}")),
				of(JsonNode.class, JsonMapper.shared().nullNode()));
	}

	static Stream<Arguments> sealedTypes() {
		Shape circle = new Shape.Circle(1.5);
		Shape nested = new Shape.Square(1, new Shape.Square(2, circle));
		Shape ellipse = new Shape.Round.Ellipse(1, 2);
		return Stream.of(of(Shape.class, circle), of(Shape.class, nested), of(Shape.class, ellipse),
				of(Shape.class, Shape.Nothing.LESS), of(Shape.class, new Shape.Point()), of(Shape.Round.class, ellipse),
				of(Shape.Circle.class, circle), of(Base.class, new Base("b")), of(Base.class, new Derived("d")),
				of(Derived.class, new Derived("d")), of(Annotated.class, new Card("1")),
				of(Annotated.class, new Iban("1")), of(Card.class, new Card("1")),
				of(Shape[].class, new Shape[] { circle, nested }), of(new Ref<Optional<Shape>>() {
				}, Optional.of(nested)), of(new Ref<Outcome<Order>>() {
				}, new Outcome.Ok<>(Order.of("3"))), of(new Ref<Outcome<Order>>() {
				}, new Outcome.Failed<Order>("no")), of(new Ref<Outcome<List<Shape>>>() {
				}, new Outcome.Ok<>(List.of(circle, ellipse))), of(new Ref<Page<Shape>>() {
				}, new Page<>(List.of(circle, nested), 2, ellipse)),
				of(Sets.class, new Sets(Set.of("b", "a"), Set.of(circle, ellipse))));
	}

	@Test
	void replaysSealedTypesInContainers() {
		Shape circle = new Shape.Circle(1);
		Shape point = Shape.Nothing.NOTHING;
		List<Shape> list = List.of(circle, point);
		assertThat(replayed(list, new Ref<List<Shape>>() {
		}.getType())).isEqualTo(list);
		Map<String, Shape> map = Map.of("a", circle, "b", point);
		assertThat(replayed(map, new Ref<Map<String, Shape>>() {
		}.getType())).isEqualTo(map);
		Drawing drawing = new Drawing(circle, list, map, Optional.of(point), new Shape[] { circle });
		assertThat(replayed(drawing, Drawing.class)).usingRecursiveComparison().isEqualTo(drawing);
	}

	@Test
	void replaysWhatHasNoEquals() {
		Customer customer = new Customer();
		customer.setName("Ann");
		customer.setVisits(3);
		customer.getTags().add("vip");
		assertThat(replayed(customer, Customer.class)).usingRecursiveComparison().isEqualTo(customer);
		Bytes bytes = new Bytes(new byte[] { 1, 2 }, "b", new Customer[] { customer });
		assertThat(replayed(bytes, Bytes.class)).usingRecursiveComparison().isEqualTo(bytes);
		assertThat(replayed(List.of(bytes), new Ref<List<Bytes>>() {
		}.getType())).usingRecursiveComparison().isEqualTo(List.of(bytes));
		assertThat(replayed(Optional.of(customer), new Ref<Optional<Customer>>() {
		}.getType())).usingRecursiveComparison().isEqualTo(Optional.of(customer));
		assertThat((AtomicInteger) replayed(new AtomicInteger(3), AtomicInteger.class)).hasValue(3);
	}

	@Test
	void numbersOfTreesReplayByValue() {
		JsonNode tree = JsonMapper.shared().readTree("[1.50,1e10,0.1,12345678901234567890]");
		JsonNode replayed = (JsonNode) replayed(tree, JsonNode.class);
		assertThat(replayed.valueStream().map(JsonNode::doubleValue))
			.containsExactlyElementsOf(tree.valueStream().map(JsonNode::doubleValue).toList());
	}

	@Test
	void replaysCollectionsWithoutEquals() {
		Collection<Line> values = new LinkedHashMap<>(Map.of("a", LINE)).values();
		assertThat((Collection<?>) replayed(values, new Ref<Collection<Line>>() {
		}.getType())).isEqualTo(List.of(LINE));
		Deque<Line> deque = new ArrayDeque<>(List.of(LINE));
		assertThat((Deque<?>) replayed(deque, new Ref<Deque<Line>>() {
		}.getType())).isEqualTo(List.of(LINE));
	}

	@Test
	void setsAndMapsKeepTheirOrder() {
		Set<String> set = new LinkedHashSet<>(List.of("z", "b", "k", "a"));
		assertThat((Set<?>) replayed(set, new Ref<Set<String>>() {
		}.getType())).hasToString(set.toString());
		Map<String, Integer> map = new LinkedHashMap<>();
		map.put("z", 1);
		map.put("a", 2);
		assertThat((Map<?, ?>) replayed(map, new Ref<Map<String, Integer>>() {
		}.getType())).hasToString(map.toString());
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\0b", "\ud800", "\ud83d\ude00", "\udc00\ud800" })
	void textCanBeKeptByAStore(String text) {
		String json = this.codec.encode(List.of(text), new Ref<List<String>>() {
		}.getType());
		assertThat(json).doesNotContain("\0");
		assertThat(new String(json.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)).isEqualTo(json);
	}

	private @Nullable Object replayed(@Nullable Object result, Type type) {
		return this.codec.decode(this.codec.encode(result, type), type);
	}

	private static Arguments of(Type type, Object result) {
		return Arguments.of(type, result);
	}

	private static Arguments of(Ref<?> type, Object result) {
		return Arguments.of(type.getType(), result);
	}

}
