package io.istos.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionTemplate;

import io.istos.storage.Outcome;
import io.istos.transaction.ExpectedTransaction;
import io.istos.transaction.LedgerTransactions;

/**
 * A durable operation under its name: the programmatic form of an annotated method.
 * Thread-safe.
 *
 * @param <R> the result type
 */
public final class DurableOperation<R> {

	private final OperationSpec spec;

	private final CallStrategy strategy;

	private final LedgerTransactions transactions;

	private final EngineListener listener;

	DurableOperation(OperationSpec spec, CallStrategy strategy, LedgerTransactions transactions,
			EngineListener listener) {
		this.spec = spec;
		this.strategy = strategy;
		this.transactions = transactions;
		this.listener = listener;
	}

	/**
	 * The name of the operation.
	 * @return the name
	 */
	public String name() {
		return this.spec.name();
	}

	/**
	 * The options, with all defaults resolved.
	 * @return the options
	 */
	public DurableOptions options() {
		return this.spec.options();
	}

	/**
	 * Run a body once for a key, or get the outcome of the call that did.
	 * @param key the business key
	 * @param fingerprint what must be equal when the key comes again; {@code null} for no
	 * check
	 * @param body the body
	 * @return the body's result, or the stored one
	 * @throws Exception what the body threw, its recorded failure, or an
	 * {@link io.istos.IstosException} that says why it did not run
	 */
	@SuppressWarnings("unchecked")
	public @Nullable R call(String key, @Nullable Object fingerprint, Callable<? extends @Nullable R> body)
			throws Exception {
		TransactionTemplate template = this.spec.options().transaction();
		try {
			return (R) execute(() -> request(key, fingerprint, template),
					(invocation) -> TemplateBody.run(template, invocation, body::call));
		}
		catch (Exception | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException("Unexpected throwable from a callable", ex);
		}
	}

	private CallRequest request(String key, @Nullable Object fingerprint, @Nullable TransactionTemplate template) {
		ExpectedTransaction expected = (template != null)
				? this.transactions.expect(template, template.getTransactionManager()) : ExpectedTransaction.CURRENT;
		return new CallRequest(key, (fingerprint != null) ? digest(fingerprint) : null, arguments(fingerprint),
				expected);
	}

	private static List<@Nullable Object> arguments(@Nullable Object fingerprint) {
		List<@Nullable Object> arguments = new ArrayList<>();
		if (fingerprint != null) {
			arguments.add(fingerprint);
		}
		return arguments;
	}

	/**
	 * Run one call: the form for code that brings its own transaction handling around the
	 * body.
	 * @param source makes the request of the call
	 * @param around what to run around the body
	 * @return the result, or the stored one
	 * @throws Throwable any failure of the body, or the reason why it did not run
	 */
	public @Nullable Object execute(CallSource source, DurableInvocation.Around around) throws Throwable {
		Watch<CallOutcome> watch = this.listener.durableCall(this.spec.name(), this.spec.options().boundary());
		try {
			return this.strategy.execute(this.spec, source, around, watch);
		}
		finally {
			watch.returned();
		}
	}

	/**
	 * The outcome of a call whose result is known from elsewhere: what the engine would
	 * have stored, had the method returned it.
	 * @param json the result as JSON text, {@code null} for none: it is read as the
	 * declared result type, and must say all that is stored, and nothing else
	 * @return the outcome
	 * @throws IllegalArgumentException if it is not a result of this operation, with what
	 * it would be read as
	 */
	public Outcome outcome(@Nullable String json) {
		return new ForeignResult(this.spec).outcome(json);
	}

	/**
	 * Digest a value for use as fingerprint or key.
	 * @param value the value
	 * @return the SHA-256 of its canonical JSON, in URL-safe Base64
	 * @throws IllegalArgumentException if the value is not serializable
	 */
	public String digest(@Nullable Object value) {
		return this.spec.digest(value);
	}

}
