package io.istos.jackson;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import org.jspecify.annotations.Nullable;

/**
 * What results and arguments look like.
 */
final class Fixtures {

	private Fixtures() {
	}

	record Line(String sku, int count, BigDecimal price) {
	}

	record Order(String id, List<Line> lines, Map<String, Line> byName, Optional<String> note, @Nullable Line gift) {

		static Order of(String id) {
			Line line = new Line("a", 2, new BigDecimal("1.00"));
			return new Order(id, List.of(line, line), Map.of("x", line), Optional.of("n"), null);
		}

	}

	record Done() {
	}

	record Page<T>(List<T> content, long total, @Nullable T first) {
	}

	record Pair<A, B>(A left, B right) {
	}

	enum Plain {

		ONE, TWO

	}

	enum Bodied {

		PLUS {
			@Override
			int apply(int value) {
				return value + 1;
			}
		},
		MINUS {
			@Override
			int apply(int value) {
				return value - 1;
			}
		};

		abstract int apply(int value);

		@Override
		public String toString() {
			return "the operation " + name();
		}

	}

	sealed interface Shape {

		record Circle(double radius) implements Shape {
		}

		record Square(double side, @Nullable Shape inner) implements Shape {
		}

		sealed interface Round extends Shape {

			record Ellipse(double a, double b) implements Round {
			}

		}

		enum Nothing implements Shape {

			NOTHING, LESS

		}

		final class Point implements Shape {

			@Override
			public boolean equals(Object other) {
				return other instanceof Point;
			}

			@Override
			public int hashCode() {
				return 1;
			}

		}

	}

	sealed interface Outcome<T> {

		record Ok<T>(T value) implements Outcome<T> {
		}

		record Failed<T>(String reason) implements Outcome<T> {
		}

	}

	static sealed class Base permits Derived {

		private final String name;

		Base(String name) {
			this.name = name;
		}

		@Override
		public boolean equals(Object other) {
			return other != null && other.getClass() == getClass() && ((Base) other).name.equals(this.name);
		}

		@Override
		public int hashCode() {
			return this.name.hashCode();
		}

	}

	static final class Derived extends Base {

		Derived(String name) {
			super(name);
		}

	}

	record Drawing(Shape main, List<Shape> shapes, Map<String, Shape> named, Optional<Shape> background,
			Shape[] array) {
	}

	sealed interface Twins {

		final class One {

			private One() {
			}

			record Twin(int a) implements Twins {
			}

		}

		@JsonTypeName("Fixtures$Twins$One$Twin")
		record Twin(int a) implements Twins {
		}

	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
	@JsonSubTypes({ @JsonSubTypes.Type(value = Card.class, name = "card"),
			@JsonSubTypes.Type(value = Iban.class, name = "iban") })
	interface Annotated {

	}

	record Card(String number) implements Annotated {
	}

	record Iban(String number) implements Annotated {
	}

	interface Open {

	}

	record OpenOne(String id) implements Open {
	}

	record OpenTwo(String id) implements Open {
	}

	/** Private state, no getters, a constructor with names. */
	static final class Receipt {

		private final String id;

		private final BigDecimal amount;

		Receipt(String id, BigDecimal amount) {
			this.id = id;
			this.amount = amount;
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof Receipt receipt && this.id.equals(receipt.id) && this.amount.equals(receipt.amount);
		}

		@Override
		public int hashCode() {
			return Objects.hash(this.id, this.amount);
		}

	}

	/** A bean as older code has them, without equals. */
	public static class Customer {

		private @Nullable String name;

		private int visits;

		private final List<String> tags = new java.util.ArrayList<>();

		public @Nullable String getName() {
			return this.name;
		}

		public void setName(@Nullable String name) {
			this.name = name;
		}

		public List<String> getTags() {
			return this.tags;
		}

		public int getVisits() {
			return this.visits;
		}

		public void setVisits(int visits) {
			this.visits = visits;
		}

	}

	public static class VipCustomer extends Customer {

		private int rank;

		int rank() {
			return this.rank;
		}

	}

	record Bytes(byte[] content, String name, Customer[] customers) {
	}

	record Web(@JsonFormat(pattern = "yyyy", timezone = "UTC") Instant at,
			@JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> tags,
			@JsonFormat(shape = JsonFormat.Shape.NUMBER) Plain plain) {
	}

	record Tree(String name, List<Tree> children) {
	}

	record Sets(Set<String> names, Set<Shape> shapes) {
	}

}
