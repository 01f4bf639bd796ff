package io.istos.admin;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.istos.ResultCodec;
import io.istos.engine.DurableOperations;
import io.istos.storage.LedgerSummary;
import io.istos.storage.OperatorStore.OperationName;
import io.istos.storage.StoragePlugin;

/**
 * A bean for people who operate the application: who holds which key or scope since when,
 * and what becomes of it. Speaks for the application's namespace and the key scopes below
 * it. Results are never shown.
 * <p>
 * Each decision is a transaction of its own that never joins the caller's, never waits
 * for a lock and never touches a call that runs; one that can't be carried out is a
 * {@link DecisionRefusedException}. Whoever had a lapsed claim that was decided about
 * can't complete it any more, and its transaction can't commit. A decision about one key
 * is entered in the event log, in the same transaction, with who decided: whom Spring
 * Security has authenticated, else whom {@link #by} names.
 * <p>
 * All methods throw {@link io.istos.StorageUnavailableException} if the store can't be
 * asked or doesn't answer; then a decision may have been carried out: look before
 * deciding again. Arguments that are refused are an {@link IllegalArgumentException} or
 * an {@link io.istos.InvalidKeyException}. Thread-safe.
 */
public final class DurableAdmin {

	private final Tools tools;

	private final Author author;

	/**
	 * Create the bean.
	 * @param store the store
	 * @param operations the engine, which knows the operations
	 * @param codec writes what is entered in the event log
	 * @param settings the settings
	 */
	public DurableAdmin(StoragePlugin store, DurableOperations operations, ResultCodec codec, AdminSettings settings) {
		this(Tools.over(store, operations, codec, settings), Author.unknown());
	}

	private DurableAdmin(Tools tools, Author author) {
		this.tools = tools;
		this.author = author;
	}

	// --- who

	/**
	 * Say who decides, for where Spring Security doesn't know.
	 * @param who a name; {@code null} for nobody known
	 * @return an admin whose decisions are theirs
	 */
	public DurableAdmin by(@Nullable String who) {
		return new DurableAdmin(this.tools, this.author.named(who));
	}

	/**
	 * Say why. Kept in the event log, beyond what is forgotten: no place for personal
	 * data.
	 * @param reason the reason, at most 1000 characters; {@code null} for none
	 * @return an admin whose decisions have this reason
	 */
	public DurableAdmin because(@Nullable String reason) {
		return new DurableAdmin(this.tools, this.author.because(reason));
	}

	// --- look

	/**
	 * Count what there is: open claims by operation, and leases.
	 * @return the summary
	 */
	public LedgerSummary summary() {
		return this.tools.finding().store().summary(this.tools.namespaces().base());
	}

	/**
	 * List claims. Where keys are masked, only open ones.
	 * @param filter which
	 * @return a page of them
	 */
	public ClaimPage claims(ClaimFilter filter) {
		return this.tools.listing().claims(filter);
	}

	/**
	 * Look at one claim.
	 * @param target which; its epoch counts only where there is no key
	 * @return the claim, or empty if there is no row
	 */
	public Optional<ListedClaim> claim(ClaimTarget target) {
		return this.tools.finding().claim(target).map(this.tools.listing()::listed);
	}

	/**
	 * Look at the claim of a key.
	 * @param operation the operation
	 * @param key the business key
	 * @return the claim, or empty if there is no row
	 */
	public Optional<ListedClaim> claim(String operation, String key) {
		return claim(ClaimTarget.of(operation, key));
	}

	/**
	 * List leases.
	 * @param filter which
	 * @return a page of them
	 */
	public LeasePage leases(LeaseFilter filter) {
		return this.tools.listing().leases(filter);
	}

	/**
	 * Look at one lease.
	 * @param target which; its epoch doesn't count
	 * @return the lease, or empty if its scope was never acquired
	 */
	public Optional<ListedLease> lease(LeaseTarget target) {
		return this.tools.finding().lease(target).map(this.tools.listing()::listed);
	}

	/**
	 * Look at the lease of a scope.
	 * @param scope the scope
	 * @return the lease, or empty if its scope was never acquired
	 */
	public Optional<ListedLease> lease(String scope) {
		return lease(LeaseTarget.of(scope));
	}

	// --- decide

	/**
	 * Let the next call run. For an abandoned or held key.
	 * @param target which
	 * @return what was done
	 */
	public Decided release(ClaimTarget target) {
		return this.tools.decisions().decide(Verb.RELEASE, target, this.author);
	}

	/**
	 * Store a result, which the next call replays. For an abandoned, held or free key of
	 * an operation of this application.
	 * @param target which
	 * @param json the result, as JSON that holds all that would be stored of it;
	 * {@code null} if the operation returns nothing
	 * @return what was done
	 * @throws IllegalArgumentException if this application doesn't define the operation,
	 * or the JSON is no result of it
	 */
	public Decided complete(ClaimTarget target, @Nullable String json) {
		return this.tools.decisions().complete(target, json, this.author);
	}

	/**
	 * Store a failure, which the next call gets as
	 * {@link io.istos.RecordedFailureException}. For an abandoned, held or free key.
	 * @param target which
	 * @param message what callers are told
	 * @return what was done
	 */
	public Decided fail(ClaimTarget target, String message) {
		return this.tools.decisions().fail(target, message, this.author);
	}

	/**
	 * Delete all that is stored of a key, its entries in the event log included: the next
	 * call runs. For every key but a running one.
	 * @param target which
	 * @return what was done
	 */
	public Decided forget(ClaimTarget target) {
		return this.tools.decisions().decide(Verb.FORGET, target, this.author);
	}

	/**
	 * Forget all keys of a data subject, in all operations and key scopes, batch by
	 * batch. Running ones stay. May be repeated, also when it was interrupted.
	 * @param prefix how the keys begin: end it where keys end the name of the subject, or
	 * {@code customer/1} is also {@code customer/17}
	 * @return what was forgotten
	 */
	public Forgotten forgetByPrefix(String prefix) {
		return forgetByPrefix(prefix, null);
	}

	/**
	 * Forget all keys of a data subject in one key scope.
	 * @param prefix how the keys begin
	 * @param keyScope the key scope; {@code null} for all
	 * @return what was forgotten
	 */
	public Forgotten forgetByPrefix(String prefix, @Nullable String keyScope) {
		if (prefix.isBlank()) {
			throw new IllegalArgumentException("The prefix is blank: that is every key");
		}
		this.author.refuseToTell(Author.beginning(prefix));
		return this.tools.forgetting().forget(this.tools.namespaces().of(keyScope), prefix, this.author);
	}

	/**
	 * Enter keys whose calls finished elsewhere, so that they never run here.
	 * @param operation the operation
	 * @param keys the keys, as many as one likes
	 * @return how many are new; the others had a row, and keep it
	 */
	public long importFinished(String operation, List<String> keys) {
		return importFinished(operation, keys, null);
	}

	/**
	 * Enter keys whose calls finished elsewhere.
	 * @param operation the operation
	 * @param keys the keys, as many as one likes
	 * @param retention how long to remember them; {@code null} for as long as outcomes of
	 * the operation
	 * @return how many are new; the others had a row, and keep it
	 */
	public long importFinished(String operation, List<String> keys, @Nullable Duration retention) {
		return importFinished(operation, keys, retention, null);
	}

	/**
	 * Enter keys of a key scope whose calls finished elsewhere.
	 * @param operation the operation
	 * @param keys the keys, as many as one likes
	 * @param retention how long to remember them; {@code null} for as long as outcomes of
	 * the operation
	 * @param keyScope the key scope; {@code null} for the application's namespace alone
	 * @return how many are new; the others had a row, and keep it
	 */
	public long importFinished(String operation, List<String> keys, @Nullable Duration retention,
			@Nullable String keyScope) {
		Duration kept = (retention != null) ? retention : this.tools.decisions().retention(operation);
		return this.tools.importing()
			.importFinished(new OperationName(this.tools.namespaces().of(keyScope), operation), keys, kept,
					this.author);
	}

	/**
	 * End a lease, whoever holds it: its scope is free at once, and the holder can't
	 * renew it nor commit under it.
	 * @param target which
	 * @return what was done
	 */
	public Decided endLease(LeaseTarget target) {
		return this.tools.decisions().endLease(target, this.author);
	}

	/**
	 * What does the work.
	 */
	private record Tools(Namespaces namespaces, Listing listing, Finding finding, Decisions decisions,
			Forgetting forgetting, Importing importing) {

		static Tools over(StoragePlugin store, DurableOperations operations, ResultCodec codec,
				AdminSettings settings) {
			Namespaces namespaces = new Namespaces(settings.namespace());
			Finding finding = new Finding(store, namespaces);
			Audit audit = new Audit(codec);
			return new Tools(namespaces, new Listing(store, namespaces, settings.mask()), finding,
					new Decisions(finding, operations, audit, settings.retention()), new Forgetting(store, audit),
					new Importing(store, audit));
		}

	}

}
