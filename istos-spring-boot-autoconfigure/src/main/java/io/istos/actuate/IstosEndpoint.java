package io.istos.actuate;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

import io.istos.admin.Decided;
import io.istos.admin.DurableAdmin;
import io.istos.admin.Forgotten;
import io.istos.admin.ListedClaim;
import io.istos.admin.ListedLease;
import io.istos.storage.LedgerSummary;

/**
 * Who holds which key or scope since when, and what becomes of it, by way of
 * {@link DurableAdmin}. Decisions need the access {@code unrestricted}. Over HTTP
 * {@link IstosWebEndpoint} answers.
 */
@Endpoint(id = "istos", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({ ListedClaim.class, ListedLease.class, LedgerSummary.class, Decided.class,
		Forgotten.class })
class IstosEndpoint {

	private final Answers answers;

	IstosEndpoint(DurableAdmin admin) {
		this.answers = new Answers(admin);
	}

	@ReadOperation
	Map<String, Object> summary() {
		return this.answers.summary();
	}

	@ReadOperation
	@Nullable Map<String, Object> look(@Selector String what, @Nullable String operation, @Nullable String key,
			@Nullable String scope, @Nullable String keyScope, @Nullable Long epoch, @Nullable String status,
			@Nullable Duration minimumAge, @Nullable Integer limit, @Nullable String page) {
		return this.answers.look(what,
				new Question(operation, key, scope, keyScope, epoch, status, minimumAge, limit, page));
	}

	@WriteOperation
	@Nullable Map<String, Object> decide(@Selector String decision, @Nullable String operation, @Nullable String key,
			@Nullable String scope, @Nullable String keyScope, @Nullable Long epoch, @Nullable String result,
			@Nullable String message, @Nullable String prefix, @Nullable String keys, @Nullable Duration retention,
			@Nullable String reason) {
		return this.answers.decide(decision,
				new Order(operation, key, scope, keyScope, epoch, result, message, prefix, keys, retention, reason),
				null);
	}

}
