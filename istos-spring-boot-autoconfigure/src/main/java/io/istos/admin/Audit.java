package io.istos.admin;

import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.istos.ResultCodec;

/**
 * Writes down who decided what: an entry for the event log, which the store appends
 * together with what it changes, and a line for the application's log. The line never
 * holds a key.
 */
final class Audit {

	private static final Log logger = LogFactory.getLog(DurableAdmin.class);

	private final ResultCodec codec;

	Audit(ResultCodec codec) {
		this.codec = codec;
	}

	String entry(Verb verb, Decided decided) {
		Map<String, @Nullable Object> entry = start(verb, decided.who(), decided.reason());
		entry.put((verb != Verb.END_LEASE) ? "operation" : "scope", decided.subject());
		entry.put("before", decided.before());
		entry.put("epoch", decided.epoch());
		return this.codec.canonical(entry);
	}

	String entry(Verb verb, @Nullable String operation, Author author, Map<String, Long> counts) {
		Map<String, @Nullable Object> entry = start(verb, author.who(), author.reason());
		entry.put("operation", operation);
		entry.putAll(counts);
		return this.codec.canonical(entry);
	}

	private static Map<String, @Nullable Object> start(Verb verb, @Nullable String who, @Nullable String reason) {
		Map<String, @Nullable Object> entry = new LinkedHashMap<>();
		entry.put("decision", verb.text());
		entry.put("who", who);
		entry.put("reason", reason);
		return entry;
	}

	void log(Verb verb, Decided decided) {
		String what = (verb != Verb.END_LEASE) ? "Claim of operation" : "Lease of scope";
		log(what + " '" + decided.subject() + "' " + verb.past(), decided.who());
	}

	void log(String what, @Nullable String who) {
		String by = (who != null) ? who : "an unknown user";
		logger.info(printable(what + " by " + by));
	}

	/** Operations and names may come from a request: nobody writes lines of his own. */
	private static String printable(String text) {
		return text.replaceAll("[\\p{Cntrl}\\x{2028}\\x{2029}]", "?");
	}

}
