package io.istos.storage;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What a person decided about a key that nobody executes.
 *
 * @param key the key
 * @param epoch the epoch that the decision is about; {@code null} for whichever there is
 * @param verdict what becomes of the key
 * @param outcome the outcome; set if and only if the verdict is COMPLETE
 * @param retention how long to keep a free row or an outcome; ignored by FORGET
 * @param audit what to append to the event log, as JSON text
 */
public record ClaimDecision(ClaimKey key, @Nullable Long epoch, Verdict verdict, @Nullable Outcome outcome,
		Duration retention, String audit) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if the outcome does not fit the verdict, or the
	 * retention is not positive or absurd
	 */
	public ClaimDecision {
		if ((verdict == Verdict.COMPLETE) != (outcome != null)) {
			throw new IllegalArgumentException("An outcome belongs to COMPLETE, and to nothing else");
		}
		ClaimRequest.checkDuration("retention", retention);
	}

	/**
	 * What becomes of the key.
	 */
	public enum Verdict {

		/**
		 * The next call runs. For an abandoned or held key.
		 */
		RELEASE,

		/**
		 * It has an outcome. For an abandoned, held or free key.
		 */
		COMPLETE,

		/**
		 * Everything stored of it is deleted, the entries of its calls in the event log
		 * included. For every key but a running one.
		 */
		FORGET

	}

}
