package io.istos.verification.history;

/**
 * An operation as its caller saw it. Times are of {@link System#nanoTime()}, which all
 * processes of one machine share. Values and handles are never empty: that means none.
 *
 * @param key the key, of one kind only
 * @param action what was asked for
 * @param invoked when
 * @param returned when the answer came
 * @param handle for a lease, the handle that is acquired or used
 * @param value the value that is to be written
 * @param seen the value that was read, or given to the function that made the new one
 * @param answer the answer
 * @param number the version of a document or claim, or the epoch of a lease
 */
record Operation(String key, Action action, long invoked, long returned, String handle, String value, String seen,
		Answer answer, long number) {

	static final String NONE = "";

	/** Seen by a function that was never called. */
	static final String NOTHING_SEEN = "-";

	/**
	 * When it was over at the latest. What got no answer may take effect at any time.
	 */
	long end() {
		return (this.answer == Answer.UNKNOWN) ? Long.MAX_VALUE : this.returned;
	}

	String line() {
		return String.join("\t", this.key, this.action.name(), String.valueOf(this.invoked),
				String.valueOf(this.returned), this.handle, this.value, this.seen, this.answer.name(),
				String.valueOf(this.number));
	}

	static Operation of(String line) {
		String[] cells = line.split("\t", -1);
		return new Operation(cells[0], Action.valueOf(cells[1]), Long.parseLong(cells[2]), Long.parseLong(cells[3]),
				cells[4], cells[5], cells[6], Answer.valueOf(cells[7]), Long.parseLong(cells[8]));
	}

	/**
	 * What is asked for.
	 */
	enum Action {

		/** Claim the key. */
		CLAIM,

		/** Read the document. */
		GET,

		/** Change the document, or create it. */
		UPDATE,

		/** Delete the document. */
		DELETE,

		/** Acquire the lease. */
		ACQUIRE,

		/** Renew it, and read its state. */
		RENEW,

		/** Replace its state. */
		WRITE,

		/** Change its state. */
		CHANGE,

		/** Give it up. */
		RELEASE,

		/** Change its state from outside. */
		COOPERATE

	}

	/**
	 * What is answered.
	 */
	enum Answer {

		/** Done. */
		YES,

		/** Done, by taking the lease over from a holder that let it lapse. */
		TAKEN_OVER,

		/** Not done: another won, nothing is there, busy, or lost. */
		NO,

		/** No answer came. */
		UNKNOWN

	}

}
