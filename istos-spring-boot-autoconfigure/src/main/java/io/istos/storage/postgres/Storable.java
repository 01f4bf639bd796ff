package io.istos.storage.postgres;

import org.jspecify.annotations.Nullable;

import io.istos.UnstorableResultException;
import io.istos.storage.ClaimDecision;
import io.istos.storage.ClaimRequest;
import io.istos.storage.Completion;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseRequest;
import io.istos.storage.Release;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateTransition;
import io.istos.storage.StateWrite;

/**
 * Keeps text away from the database that it would refuse, for a whole batch, or change.
 */
final class Storable {

	private static final int MOST_NOTE_CHARACTERS = 4000;

	private Storable() {
	}

	static ClaimRequest checked(ClaimRequest request) {
		String fingerprint = request.fingerprint();
		if (fingerprint != null && defectAt(fingerprint, 0) >= 0) {
			throw new IllegalArgumentException("The fingerprint for operation '" + request.key().operation()
					+ "' holds a NUL character or an unpaired surrogate");
		}
		return new ClaimRequest(request.key(), request.owner(), fingerprint, request.lease(), request.takeOver(),
				note(request.instance()), note(request.traceId()));
	}

	static Completion checked(Completion completion) {
		checkJson("outcome of operation '" + completion.token().key().operation() + "'", completion.outcome().json());
		return completion;
	}

	static Release checked(Release release) {
		return new Release(release.token(), release.target(), note(release.lastError()), release.retention());
	}

	static LeaseRequest checked(LeaseRequest request) {
		StateTransition transition = request.transition();
		if (transition != null) {
			checkState(request.key(), transition.state());
		}
		return new LeaseRequest(request.key(), request.owner(), request.ttl(), note(request.instance()),
				request.steal(), transition);
	}

	static void check(LeaseFence fence) {
		checkState(fence.token().key(), fence.checkpoint());
	}

	static void check(StateWrite write) {
		checkState(write.token().key(), write.change().state());
	}

	static void check(ClaimDecision decision) {
		String operation = decision.key().operation();
		checkAudit(decision.audit());
		checkJson("outcome of operation '" + operation + "'",
				(decision.outcome() != null) ? decision.outcome().json() : null);
	}

	static void checkAudit(String audit) {
		checkJson("entry about a decision", audit);
	}

	private static void checkState(ScopeKey key, @Nullable String state) {
		checkJson("state of scope '" + key.scope() + "'", state);
	}

	static void checkJson(String what, @Nullable String json) {
		int defect = (json != null) ? defectAt(json, 0) : -1;
		if (defect >= 0) {
			throw new UnstorableResultException("The " + what + " holds a NUL character or an unpaired surrogate at"
					+ " index " + defect + "; a JSON encoder must escape it", null);
		}
	}

	static void checkText(String what, @Nullable String text) {
		if (text != null && defectAt(text, 0) >= 0) {
			throw new IllegalArgumentException("The " + what + " holds a NUL character or an unpaired surrogate");
		}
	}

	/** Text for people: a bad character is no reason to fail. */
	private static @Nullable String note(@Nullable String text) {
		if (text == null || (text.length() <= MOST_NOTE_CHARACTERS && defectAt(text, 0) < 0)) {
			return text;
		}
		StringBuilder note = new StringBuilder(text.substring(0, Math.min(text.length(), MOST_NOTE_CHARACTERS)));
		for (int i = defectAt(note, 0); i >= 0; i = defectAt(note, i)) {
			note.setCharAt(i, '\ufffd');
		}
		return note.toString();
	}

	private static int defectAt(CharSequence text, int from) {
		for (int i = from; i < text.length(); i++) {
			char c = text.charAt(i);
			if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
				i++;
			}
			else if (c == '\0' || Character.isSurrogate(c)) {
				return i;
			}
		}
		return -1;
	}

}
