package io.istos.coordination;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import io.istos.LeaseLostException;
import io.istos.storage.LeaseStore;
import io.istos.storage.LeaseToken;
import io.istos.storage.StateWrite;
import io.istos.storage.StateWrite.Change;

/**
 * A handle on a lease in the store.
 *
 * @param <S> the type of the state
 */
final class StoredLease<S> implements StateLease<S> {

	private final LeaseStore store;

	private final LeaseToken token;

	private final Duration ttl;

	private final boolean takenOver;

	private final Values<S> values;

	private volatile Seen seen;

	StoredLease(LeaseStore store, LeaseToken token, Duration ttl, boolean takenOver, Values<S> values, Seen seen) {
		this.store = store;
		this.token = token;
		this.ttl = ttl;
		this.takenOver = takenOver;
		this.values = values;
		this.seen = seen;
	}

	@Override
	public String key() {
		return this.token.key().scope();
	}

	@Override
	public UUID owner() {
		return this.token.owner();
	}

	@Override
	public long token() {
		return this.token.epoch();
	}

	@Override
	public boolean takenOver() {
		return this.takenOver;
	}

	@Override
	public Optional<S> state() {
		return Optional.ofNullable(this.values.readNullable(this.seen.state()));
	}

	@Override
	public void renew() {
		write(null, Change.NONE, this.ttl, false);
	}

	@Override
	public void updateState(StateChange<S> change) {
		boolean written = false;
		while (!written) {
			Seen before = this.seen;
			S next = change.apply(this.values.readNullable(before.state()));
			written = write(before.version(), Change.to(this.values.writeNullable(next)), null, false);
		}
	}

	@Override
	public void write(@Nullable S state) {
		write(null, Change.to(this.values.writeNullable(state)), null, false);
	}

	@Override
	public void release() {
		write(null, Change.NONE, null, true);
	}

	@Override
	public void release(@Nullable S state) {
		write(null, Change.to(this.values.writeNullable(state)), null, true);
	}

	private boolean write(@Nullable Long version, Change change, @Nullable Duration ttl, boolean release) {
		StateWrite.Answer answer = this.store.writeState(new StateWrite(this.token, version, change, ttl, release));
		if (answer.result() == StateWrite.Result.LOST) {
			throw new LeaseLostException("The lease on scope '" + key() + "' (epoch " + token()
					+ ") is lost: it was given up, taken over, or its row is gone. Nothing was written; discard what"
					+ " was done under it", null);
		}
		this.seen = new Seen(answer.state(), answer.version());
		return answer.result() == StateWrite.Result.WRITTEN;
	}

	/**
	 * A state as it was seen.
	 *
	 * @param state the state as JSON text, if any
	 * @param version its version
	 */
	record Seen(@Nullable String state, long version) {
	}

}
