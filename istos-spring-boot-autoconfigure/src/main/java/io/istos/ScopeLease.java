package io.istos;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Lets a bean method run under a lease on a scope: on all nodes, one holder at a time.
 * The lease expires, so that a dead holder is a delay and not an outage; it is renewed
 * while the method runs, so that a slow holder is not taken for a dead one; and commits
 * are fenced, since renewal can fail: a transaction on the ledger's database commits only
 * if its holder still holds the lease then.
 * <p>
 * Not fenced are read-only transactions, statements in auto-commit mode, and effects
 * elsewhere: send them {@link Fence#token()}, and let the receiver refuse smaller numbers
 * than it has seen. A method that returns a {@code CompletionStage} holds the lease until
 * the stage completes.
 * <p>
 * Found on methods, classes, interfaces and super methods, and as a meta-annotation.
 * Every attribute is checked at start-up; durations are text ({@code 30s}, {@code 10m},
 * {@code PT5M}, {@code ${placeholder}}). The same scope again on the same thread joins
 * the lease. Calls within the same object don't pass the proxy and are not leased;
 * {@code ScopeLeases} is the programmatic door.
 *
 * @see Fence
 */
@Documented
@Inherited
@Reflective
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
public @interface ScopeLease {

	/**
	 * The scope: text with <code>#{…}</code> templates of SpEL over arguments by name,
	 * {@code @beans} and {@code #root}. A scope that is blank or longer than 512
	 * characters is an {@link InvalidKeyException}.
	 * @return the scope
	 */
	@AliasFor("scope")
	String value() default "";

	/**
	 * The scope.
	 * @return the scope
	 * @see #value()
	 */
	@AliasFor("value")
	String scope() default "";

	/**
	 * How long the lease outlives its last renewal. Default:
	 * {@code istos.scope-lease.ttl} (30s). Renewed every third of it, so this is not the
	 * longest run.
	 * @return the ttl
	 */
	String ttl() default "";

	/**
	 * How long to wait for a busy scope. Default: not at all.
	 * @return the longest wait
	 */
	String waitAtMost() default "";

	/**
	 * What to do when the scope is busy.
	 * @return the reaction
	 */
	WhenBusy whenBusy() default WhenBusy.AUTO;

	/**
	 * How long the scope stays busy even if the method is quicker, counted from the
	 * acquisition: longer than the clocks of the nodes differ, for methods that every
	 * node schedules. Default: no longer than the method.
	 * @return the shortest time
	 */
	String holdAtLeast() default "";

	/**
	 * Whether this node keeps the lease between calls, renewed until shutdown or loss, so
	 * that the node leads. One thread of the node runs at a time; for others the scope is
	 * busy.
	 * @return whether it does
	 */
	boolean keep() default false;

	/**
	 * Whether commits are fenced.
	 * @return what is fenced
	 */
	Fencing fence() default Fencing.COMMIT;

	/**
	 * How the method learns of a loss.
	 * @return the signal
	 */
	OnLost onLost() default OnLost.SIGNAL;

}
