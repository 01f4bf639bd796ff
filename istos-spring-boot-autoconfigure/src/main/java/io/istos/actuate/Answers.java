package io.istos.actuate;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.istos.admin.ClaimPage;
import io.istos.admin.DurableAdmin;
import io.istos.admin.LeasePage;
import io.istos.storage.LedgerSummary;

/**
 * What the endpoint says and does, whoever asks for it.
 *
 * @param admin looks and decides
 */
record Answers(DurableAdmin admin) {

	Map<String, Object> summary() {
		LedgerSummary summary = this.admin.summary();
		Map<String, Object> answer = new LinkedHashMap<>();
		answer.put("claims", summary.open());
		answer.put("heldLeases", summary.heldLeases());
		answer.put("lapsedLeases", summary.lapsedLeases());
		answer.put("rows", summary.rows());
		return OperationResponseBody.of(answer);
	}

	/** What there is, or null. */
	@Nullable Map<String, Object> look(String what, Question question) {
		return switch (what) {
			case "claims" -> claims(this.admin.claims(question.claims()));
			case "claim" -> this.admin.claim(question.claim()).map((claim) -> answer("claim", claim)).orElse(null);
			case "leases" -> leases(this.admin.leases(question.leases()));
			case "lease" -> this.admin.lease(question.lease()).map((lease) -> answer("lease", lease)).orElse(null);
			default -> null;
		};
	}

	private static Map<String, Object> claims(ClaimPage page) {
		return page("claims", page.claims(), page.next());
	}

	private static Map<String, Object> leases(LeasePage page) {
		return page("leases", page.leases(), page.next());
	}

	private static Map<String, Object> page(String name, Object elements, @Nullable String next) {
		Map<String, Object> answer = new LinkedHashMap<>();
		answer.put(name, elements);
		if (next != null) {
			answer.put("next", next);
		}
		return OperationResponseBody.of(answer);
	}

	/** What was done, or null if there is no such decision. */
	@Nullable Map<String, Object> decide(String decision, Order order, @Nullable String who) {
		DurableAdmin decider = this.admin.by(who).because(order.reason());
		return switch (decision) {
			case "release" -> answer("decided", decider.release(order.claim()));
			case "complete" -> answer("decided", decider.complete(order.claim(), order.result()));
			case "fail" ->
				answer("decided", decider.fail(order.claim(), Parameters.required("message", order.message())));
			case "forget" -> answer("decided", decider.forget(order.claim()));
			case "forget-prefix" -> answer("forgotten",
					decider.forgetByPrefix(Parameters.required("prefix", order.prefix()), order.keyScope()));
			case "import" ->
				answer("imported", decider.importFinished(Parameters.required("operation", order.operation()),
						order.listedKeys(), order.retention(), order.keyScope()));
			case "end-lease" -> answer("decided", decider.endLease(order.lease()));
			default -> null;
		};
	}

	private static Map<String, Object> answer(String name, Object value) {
		return OperationResponseBody.of(Map.of(name, value));
	}

}
