package io.istos.coordination;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ParameterizedTypeReference;

import io.istos.InvalidKeyException;
import io.istos.ResultCodec;
import io.istos.storage.Acquisition;
import io.istos.storage.Document;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateTransition;
import io.istos.storage.StateWrite;
import io.istos.storage.StateWrite.Change;
import io.istos.storage.StoragePlugin;

/**
 * A bean that gives the bare primitives: {@link #claim} is a unique constraint,
 * {@link #lease} is fenced ownership with a state, {@link #doc} is a safe
 * read-modify-write.
 * <p>
 * Each call is a transaction of its own and never joins the caller's. Keys have at most
 * 512 characters; claims, documents and leases don't share them. Values are stored as
 * JSON, and read back equal or refused, with the place of the culprit and the limit of
 * the size. A store that can't be asked is a
 * {@link io.istos.StorageUnavailableException}. Thread-safe.
 */
public final class Coordination {

	private final StoragePlugin store;

	private final ResultCodec codec;

	private final Supplier<String> namespace;

	private final String instance;

	/**
	 * Create the bean.
	 * @param store the store
	 * @param codec writes values as JSON
	 * @param namespace supplies the namespace of the current call
	 * @param instance names this process, for people who read the store
	 */
	public Coordination(StoragePlugin store, ResultCodec codec, Supplier<String> namespace, String instance) {
		this.store = store;
		this.codec = codec;
		this.namespace = namespace;
		this.instance = instance;
	}

	// --- claim

	/**
	 * Claim a key for a value. Exactly one caller wins, for good: there is no unclaim.
	 * Every other caller gets the winner's value. If the store does not answer, the claim
	 * may have been won: let the value tell who claims, so that a second try finds out.
	 * @param key what to claim
	 * @param value what to leave there; its class must be readable as it is
	 * @param <T> the type of the value
	 * @return whether this call won, and the value that stands
	 */
	public <T> Claimed<T> claim(String key, T value) {
		return claim(key, value, value.getClass());
	}

	/**
	 * Claim a key for a value of a generic type.
	 * @param key what to claim
	 * @param value what to leave there
	 * @param type its type
	 * @param <T> the type of the value
	 * @return whether this call won, and the value that stands
	 */
	public <T> Claimed<T> claim(String key, T value, ParameterizedTypeReference<T> type) {
		return claim(key, value, type.getType());
	}

	private <T> Claimed<T> claim(String key, T value, Type type) {
		Values<T> values = new Values<>(this.codec, type);
		DocumentWrite write = this.store.createDocument(entry("claim", key), values.write(value));
		Document standing = Objects.requireNonNull(write.document(), "a claim is never deleted");
		return new Claimed<>(write.written(), write.written() ? value : values.read(standing.value()),
				standing.version());
	}

	// --- doc

	/**
	 * A document. Nothing is read before it is asked for.
	 * @param key its key
	 * @param type the type of its value
	 * @param <T> the type of its value
	 * @return the document
	 */
	public <T> Doc<T> doc(String key, Class<T> type) {
		return doc(key, (Type) type);
	}

	/**
	 * A document whose value has a generic type.
	 * @param key its key
	 * @param type the type of its value
	 * @param <T> the type of its value
	 * @return the document
	 */
	public <T> Doc<T> doc(String key, ParameterizedTypeReference<T> type) {
		return doc(key, type.getType());
	}

	private <T> Doc<T> doc(String key, Type type) {
		return new StoredDoc<>(this.store, entry("doc", key), new Values<>(this.codec, type),
				StoredDoc.DEFAULT_ATTEMPTS);
	}

	private EntryKey entry(String kind, String key) {
		if (key.isBlank() || key.codePointCount(0, key.length()) > ScopeKey.MAX_SCOPE_LENGTH) {
			throw new InvalidKeyException("A key of a " + kind + " is blank or has more than "
					+ ScopeKey.MAX_SCOPE_LENGTH + " characters. Use a shorter one, or a digest of it");
		}
		return new EntryKey(this.namespace.get(), kind + "/" + key);
	}

	// --- lease

	/**
	 * Acquire a scope with its state.
	 * @param key the scope
	 * @param request how
	 * @param <S> the type of the state
	 * @return the handle, or empty if another holds the scope, or let it lapse and it may
	 * not be taken over
	 */
	public <S> Optional<StateLease<S>> lease(String key, StateLeaseRequest<S> request) {
		ScopeKey scope = scope(key);
		Values<S> values = new Values<>(this.codec, request.type());
		while (true) {
			LeaseView view = (request.transition() != null) ? this.store.findLease(scope).orElse(null) : null;
			if (view != null && isBusy(view, request)) {
				return Optional.empty();
			}
			LeaseRequest asked = new LeaseRequest(scope, UUID.randomUUID(), request.ttl(), this.instance,
					request.stealIfExpired(), transition(view, request, values));
			Acquisition answer = this.store.acquire(asked);
			if (!answer.changed()) {
				return Optional.ofNullable(answer.granted()).map((granted) -> handle(asked, granted, values));
			}
		}
	}

	private static boolean isBusy(LeaseView view, StateLeaseRequest<?> request) {
		boolean lapsed = view.remaining().toNanos() <= 0;
		return !lapsed || (view.owner() != null && !request.stealIfExpired());
	}

	private static <S> @Nullable StateTransition transition(@Nullable LeaseView view, StateLeaseRequest<S> request,
			Values<S> values) {
		StateChange<S> change = request.transition();
		if (change == null) {
			return null;
		}
		S next = change.apply((view != null) ? values.readNullable(view.state()) : null);
		return new StateTransition((view != null) ? view.version() : StateTransition.ABSENT,
				values.writeNullable(next));
	}

	private <S> StateLease<S> handle(LeaseRequest request, Acquisition.Granted granted, Values<S> values) {
		return new StoredLease<>(this.store, request.token(granted.epoch()), request.ttl(), granted.takenOver(), values,
				new StoredLease.Seen(granted.state(), granted.version()));
	}

	/**
	 * A second handle on the present period of ownership: for a process that renews or
	 * writes on behalf of the holder, or remembers its token across a restart. Reads once
	 * and writes nothing; two handles of one period don't fence each other.
	 * @param key the scope
	 * @param owner the owner token of the holder: whoever knows it acts as the holder
	 * @param ttl how far a renewal of this handle extends the deadline
	 * @param type the type of the state
	 * @param <S> the type of the state
	 * @return the handle, or empty if the scope was never acquired, was given up, is
	 * another's, or has lapsed
	 */
	public <S> Optional<StateLease<S>> attachLease(String key, UUID owner, Duration ttl, Class<S> type) {
		ScopeKey scope = scope(key);
		StateLeaseRequest<S> request = StateLeaseRequest.of(type, ttl);
		return this.store.findLease(scope)
			.filter((view) -> view.isHeld() && owner.equals(view.owner()))
			.map((view) -> new StoredLease<>(this.store, new LeaseToken(scope, owner, view.epoch()), request.ttl(),
					false, new Values<>(this.codec, type), new StoredLease.Seen(view.state(), view.version())));
	}

	/**
	 * Change the state of a scope from outside. Owner, epoch and deadline stay, and the
	 * holder is not disturbed: it sees the change with its next renewal or update. A
	 * holder that let its lease lapse is one until another takes the scope.
	 * @param key the scope
	 * @param type the type of the state
	 * @param change makes the new state of the present one; {@code null} for none, on
	 * both sides. Pure, since it may run several times
	 * @param <S> the type of the state
	 * @return the new state; empty if nobody holds the scope, or the new state is none
	 */
	public <S> Optional<S> cooperativeWrite(String key, Class<S> type, StateChange<S> change) {
		ScopeKey scope = scope(key);
		Values<S> values = new Values<>(this.codec, type);
		Optional<LeaseView> view = this.store.findLease(scope);
		while (view.isPresent() && view.get().owner() != null) {
			S next = change.apply(values.readNullable(view.get().state()));
			if (write(scope, view.get(), values.writeNullable(next))) {
				return Optional.ofNullable(next);
			}
			view = this.store.findLease(scope);
		}
		return Optional.empty();
	}

	private boolean write(ScopeKey scope, LeaseView view, @Nullable String state) {
		LeaseToken token = new LeaseToken(scope, Objects.requireNonNull(view.owner()), view.epoch());
		return this.store.writeState(new StateWrite(token, view.version(), Change.to(state), null, false))
			.result() == StateWrite.Result.WRITTEN;
	}

	private ScopeKey scope(String key) {
		return new ScopeKey(this.namespace.get(), key);
	}

}
