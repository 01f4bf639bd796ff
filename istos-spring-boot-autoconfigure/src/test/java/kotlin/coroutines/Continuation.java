package kotlin.coroutines;

/**
 * Stands in for the type of Kotlin's last parameter of suspending functions.
 *
 * @param <T> the type of the result
 */
public interface Continuation<T> {

}
