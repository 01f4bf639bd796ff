package io.istos;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Makes a bean method durable: with {@link Durability#EXACTLY_ONCE} it runs once per
 * business key, on every node, and its first outcome is replayed to every duplicate.
 * <p>
 * Exactly once is a statement about rows in the ledger's database, for the
 * {@link #retention() retention} period: what the method writes in its transaction
 * commits together with its outcome, and a holder that lost its claim can't commit. For
 * effects elsewhere the promise is at least once, or at most once with
 * {@link #onAbandoned() onAbandoned = HOLD} and {@link #onFailure() onFailure = HOLD}.
 * Nobody repeats a call that nobody repeats.
 * <p>
 * Found on methods, classes, interfaces and super methods, and as a meta-annotation.
 * Every attribute is checked at start-up; durations are text ({@code 30s}, {@code 10m},
 * {@code PT5M}, {@code ${placeholder}}). Calls within the same object don't pass the
 * proxy and are not durable; {@code DurableOperations} is the programmatic door.
 *
 * @see DurableCall
 */
@Documented
@Inherited
@Reflective
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
public @interface Durable {

	/**
	 * As {@link #key()}: equal arguments are the same call. The key is a SHA-256 digest
	 * of their canonical JSON.
	 */
	String ALL_ARGUMENTS = "#ALL_ARGUMENTS";

	/**
	 * As {@link #fingerprint()}: no check that the arguments of a repeated key are equal.
	 */
	String NONE = "#NONE";

	/**
	 * The durability of the method.
	 * @return the durability
	 */
	Durability value() default Durability.EXACTLY_ONCE;

	/**
	 * The stable name of the operation, unique in the application, at most 255 bytes.
	 * Default: user class, {@code #}, method name; then a rename forgets what ran before.
	 * @return the name
	 */
	String name() default "";

	/**
	 * What makes two calls the same call: a SpEL expression over arguments by name,
	 * {@code @beans} and {@code #root}. Required for EXACTLY_ONCE. A value that is null
	 * or blank is a {@link MissingKeyException}; at most 512 characters.
	 * @return the key expression
	 */
	String key() default "";

	/**
	 * What must be equal when a key comes again: a SpEL expression, by default all
	 * arguments without infrastructure types and {@link IgnoreInKey} ones; otherwise the
	 * call is refused with {@link KeyReusedException}. {@link #NONE} turns it off.
	 * @return the fingerprint expression
	 */
	String fingerprint() default "";

	/**
	 * How long a claim outlives its last renewal. Default: {@code istos.durable.lease}
	 * (30s). Claims of running calls are renewed, so this is not the longest run.
	 * @return the lease
	 */
	String lease() default "";

	/**
	 * What to do when the same key is running elsewhere.
	 * @return the reaction
	 */
	OnInFlight onInFlight() default OnInFlight.REJECT;

	/**
	 * How long to wait with {@link OnInFlight#WAIT}. Default: 10s.
	 * @return the longest wait
	 */
	String waitAtMost() default "";

	/**
	 * What to do with a claim that lapsed without completion or release.
	 * @return the reaction
	 */
	OnAbandoned onAbandoned() default OnAbandoned.RERUN;

	/**
	 * What an exception means once the work is rolled back.
	 * @return the meaning of exceptions that no other attribute names
	 */
	OnFailure onFailure() default OnFailure.RELEASE;

	/**
	 * Exception types that are an outcome, to be replayed. The most specific type named
	 * in any of the three attributes wins.
	 * @return the types
	 */
	Class<? extends Throwable>[] recordFor() default {};

	/**
	 * Exception types after which the outcome is unknown and the key is held.
	 * @return the types
	 */
	Class<? extends Throwable>[] holdFor() default {};

	/**
	 * Exception types after which the key is free again.
	 * @return the types
	 */
	Class<? extends Throwable>[] releaseFor() default {};

	/**
	 * Where claim and completion are written, relative to the transaction.
	 * @return the boundary
	 */
	Boundary boundary() default Boundary.DEFAULT;

	/**
	 * Whether results are stored, to be replayed. If not, the ledger knows only that the
	 * call was done: a duplicate of a {@code void} method returns, any other is a
	 * {@link ResultNotStoredException}, and the method may return what can't be stored.
	 * Recorded failures are stored in any case.
	 * @return whether results are stored
	 */
	boolean storeResult() default true;

	/**
	 * How long an outcome is remembered. Default: {@code istos.durable.retention} (7d).
	 * @return the retention
	 */
	String retention() default "";

}
