package io.istos;

/**
 * Decides about abandoned and held calls of one operation with
 * {@link OnAbandoned#RECONCILE}: usually by asking the gateway what became of the former
 * attempt. Called on the thread of the call that took the claim over, before the method
 * and outside its transaction. An exception reaches the caller and holds the key: the
 * next call asks again.
 *
 * @param <R> the result type of the operation
 */
public interface AbandonedResolver<R> {

	/**
	 * The operation this resolver decides for.
	 * @return the name of the durable method
	 */
	String operation();

	/**
	 * Decide.
	 * @param abandoned the former attempt and the present arguments
	 * @return the decision
	 */
	Resolution<R> resolve(Abandoned abandoned);

}
