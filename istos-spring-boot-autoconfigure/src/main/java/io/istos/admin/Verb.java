package io.istos.admin;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimDecision.Verdict;

/**
 * What can be decided.
 */
enum Verb {

	RELEASE("release", "released", Verdict.RELEASE),

	COMPLETE("complete", "completed", Verdict.COMPLETE),

	FAIL("fail", "failed", Verdict.COMPLETE),

	FORGET("forget", "forgotten", Verdict.FORGET),

	FORGET_PREFIX("forget-prefix", "forgotten", null),

	IMPORT("import", "imported", null),

	END_LEASE("end-lease", "ended", null);

	private final String text;

	private final String past;

	private final @Nullable Verdict verdict;

	Verb(String text, String past, @Nullable Verdict verdict) {
		this.text = text;
		this.past = past;
		this.verdict = verdict;
	}

	String text() {
		return this.text;
	}

	String past() {
		return this.past;
	}

	Verdict verdict() {
		if (this.verdict == null) {
			throw new IllegalStateException(this + " is not about one claim");
		}
		return this.verdict;
	}

}
