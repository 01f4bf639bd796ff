package io.istos.jackson;

import java.io.InputStream;
import java.io.Reader;
import java.io.Serializable;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

import org.springframework.util.ReflectionUtils;
import org.springframework.util.unit.DataSize;

import io.istos.jackson.Fixtures.Line;
import io.istos.jackson.Fixtures.Open;
import io.istos.jackson.Fixtures.OpenOne;
import io.istos.jackson.Fixtures.Page;
import io.istos.jackson.Fixtures.Plain;
import io.istos.jackson.Fixtures.Shape;
import io.istos.jackson.Fixtures.Tree;
import io.istos.jackson.Fixtures.Twins;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Types that can't be replayed are refused at start-up, however deep they are.
 */
class CheckTests {

	private final JacksonResultCodec codec = new JacksonResultCodec(DataSize.ofMegabytes(1));

	@ParameterizedTest
	@MethodSource
	void refuses(Type type, String place) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.codec.check(type))
			.withMessageStartingWith("A result of type " + type.getTypeName() + " can't be replayed: ")
			.withMessageContaining(place);
	}

	static Stream<Arguments> refuses() {
		return Stream.of(of(Object.class, "java.lang.Object doesn't say what to read"), of(Number.class, "Number"),
				of(Serializable.class, "Serializable"), of(Comparable.class, "Comparable"),
				of(CharSequence.class, "CharSequence"), of(Record.class, "Record"), of(Enum.class, "Enum"),
				of(Stream.class, "Use a List"), of(IntStream.class, "Use a List"), of(Iterator.class, "Use a List"),
				of(InputStream.class, "Use byte[] or String"), of(Reader.class, "Use byte[] or String"),
				of(java.io.FileInputStream.class, "Use byte[] or String"), of(Future.class, "not a value yet"),
				of(CompletionStage.class, "not a value yet"), of(CompletableFuture.class, "not a value yet"),
				of(Flow.Publisher.class, "not a value yet"), of(Supplier.class, "Supplier"), of(List.class, "'[]'"),
				of(Collection.class, "'[]'"), of(Map.class, "map key java.lang.Object"),
				of(Optional.class, "java.lang.Object"), of(Page.class, "java.lang.Object at 'content[]'"),
				of(Object[].class, "'[]'"), of(Open.class, "Seal it"), of(Abstract.class, "Seal it"),
				of(Opened.class, "Seal it"), of(NoSubtypes.class, "@JsonSubTypes"), of(Twins.class, "@JsonTypeName"),
				of(NoConstructor.class, "@JsonCreator"), of(Thread.class, "Thread"), of(new Ref<List<?>>() {
				}, "'[]'"), of(new Ref<List<List<? super Line>>>() {
				}, "'[][]'"), of(new Ref<Map<String, Object>>() {
				}, "java.lang.Object at '[*]'"), of(new Ref<Map<Line, String>>() {
				}, "can't be read back. Use String"), of(new Ref<Map<Object, String>>() {
				}, "map key java.lang.Object"), of(new Ref<Map<Shape, String>>() {
				}, "can't be read back. Use String"), of(new Ref<Map<List<String>, String>>() {
				}, "can't be read back. Use String"), of(new Ref<Optional<Stream<Line>>>() {
				}, "Use a List"), of(new Ref<Page<Future<Line>>>() {
				}, "'content[]'"), of(new Ref<List<Map<String, Set<Number>>>>() {
				}, "java.lang.Number at '[][*][]'"), of(Deep.class, "java.lang.Object at 'tree.shapes[].extra'"),
				of(Bean.class, "'value'"), of(Delegating.class, "java.lang.Object"),
				of(method("variable"), "type variable T"), of(method("variables"), "type variable T"),
				of(method("array"), "type variable T"), of(method("wildcard"), "type variable T"));
	}

	@ParameterizedTest
	@MethodSource
	void accepts(Type type) {
		assertThatNoException().isThrownBy(() -> this.codec.check(type));
	}

	static Stream<Type> accepts() {
		return Stream.of(void.class, Void.class, Tree.class, Sibling.class, Annotated.class, ByClass.class,
				WithImplementation.class, Field.class, java.nio.file.Path.class, java.time.ZoneId.class,
				java.util.TimeZone.class, java.util.regex.Pattern.class, java.net.InetAddress.class,
				java.nio.ByteBuffer.class, new Ref<List<? extends Line>>() {
				}.getType(), new Ref<java.util.Queue<Line>>() {
				}.getType(), new Ref<java.util.NavigableMap<Plain, ? extends Shape>>() {
				}.getType());
	}

	@Test
	void aTypeThatHoldsItselfComesToAnEnd() {
		assertThatNoException().isThrownBy(() -> this.codec.check(new Ref<Page<Tree>>() {
		}.getType()));
	}

	private static Arguments of(Type type, String place) {
		return Arguments.of(type, place);
	}

	private static Arguments of(Ref<?> type, String place) {
		return Arguments.of(type.getType(), place);
	}

	private static Type method(String name) {
		return ReflectionUtils.findMethod(Generic.class, name).getGenericReturnType();
	}

	interface Generic<T extends Line> {

		T variable();

		Map<String, List<T>> variables();

		T[] array();

		List<? extends T> wildcard();

	}

	abstract static class Abstract {

	}

	sealed interface Opened permits NotSealed, Closed {

	}

	non-sealed interface NotSealed extends Opened {

	}

	record Closed() implements Opened {
	}

	public static class NoConstructor {

		private final String id;

		NoConstructor(Line line) {
			this.id = line.sku();
		}

		public String getId() {
			return this.id;
		}

	}

	record Deep(DeepTree tree) {
	}

	record DeepTree(List<DeepShape> shapes) {
	}

	sealed interface DeepShape {

		record Flat() implements DeepShape {
		}

		record Extra(Object extra) implements DeepShape {
		}

	}

	public static class Bean {

		private Comparable<?> value;

		public void setValue(Comparable<?> value) {
			this.value = value;
		}

		public Comparable<?> getValue() {
			return this.value;
		}

	}

	static class Delegating {

		@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
		Delegating(List<Object> values) {
		}

	}

	record Sibling(Fixtures.Card card, Fixtures.Annotated other) {
	}

	record Annotated(Fixtures.Annotated value) {
	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
	interface ByClass {

	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
	interface NoSubtypes {

	}

	record WithImplementation(@JsonDeserialize(as = OpenOne.class) Open open) {
	}

	record Field(@JsonDeserialize(using = OpenReader.class) Open open) {
	}

	static class OpenReader extends ValueDeserializer<Open> {

		@Override
		public Open deserialize(JsonParser parser, DeserializationContext context) {
			return new OpenOne(parser.getString());
		}

	}

}
