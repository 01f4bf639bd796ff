package io.istos.actuate;

import java.security.Principal;
import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

import io.istos.admin.DurableAdmin;

/**
 * The endpoint over HTTP: refusals have a status of their own, and decisions are those of
 * the request's principal.
 */
@EndpointWebExtension(endpoint = IstosEndpoint.class)
class IstosWebEndpoint {

	private final Answers answers;

	IstosWebEndpoint(DurableAdmin admin) {
		this.answers = new Answers(admin);
	}

	@ReadOperation
	WebEndpointResponse<Map<String, Object>> summary() {
		return Replies.to(this.answers::summary, "Nothing is there");
	}

	@ReadOperation
	WebEndpointResponse<Map<String, Object>> look(@Selector String what, @Nullable String operation,
			@Nullable String key, @Nullable String scope, @Nullable String keyScope, @Nullable Long epoch,
			@Nullable String status, @Nullable Duration minimumAge, @Nullable Integer limit, @Nullable String page) {
		Question question = new Question(operation, key, scope, keyScope, epoch, status, minimumAge, limit, page);
		return Replies.to(() -> this.answers.look(what, question),
				"There is none. What can be looked at: claims, claim, leases, lease");
	}

	@WriteOperation
	WebEndpointResponse<Map<String, Object>> decide(SecurityContext user, @Selector String decision,
			@Nullable String operation, @Nullable String key, @Nullable String scope, @Nullable String keyScope,
			@Nullable Long epoch, @Nullable String result, @Nullable String message, @Nullable String prefix,
			@Nullable String keys, @Nullable Duration retention, @Nullable String reason) {
		Order order = new Order(operation, key, scope, keyScope, epoch, result, message, prefix, keys, retention,
				reason);
		return Replies.to(() -> this.answers.decide(decision, order, name(user.getPrincipal())),
				"There is no such decision. What can be decided: release, complete, fail, forget, forget-prefix, "
						+ "import, end-lease");
	}

	private static @Nullable String name(@Nullable Principal principal) {
		return (principal != null) ? principal.getName() : null;
	}

}
