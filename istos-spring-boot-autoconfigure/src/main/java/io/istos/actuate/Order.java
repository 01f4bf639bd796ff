package io.istos.actuate;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.istos.admin.ClaimTarget;
import io.istos.admin.LeaseTarget;

/**
 * The parameters of a decision: each uses those that mean something to it.
 */
record Order(@Nullable String operation, @Nullable String key, @Nullable String scope, @Nullable String keyScope,
		@Nullable Long epoch, @Nullable String result, @Nullable String message, @Nullable String prefix,
		@Nullable String keys, @Nullable Duration retention, @Nullable String reason) {

	ClaimTarget claim() {
		return new ClaimTarget(this.operation, this.key, this.keyScope, this.epoch);
	}

	LeaseTarget lease() {
		return new LeaseTarget(Parameters.required("scope", this.scope), this.keyScope, this.epoch);
	}

	/** One a line, since all that is sent is text, and keys hold commas. */
	List<String> listedKeys() {
		return Parameters.required("keys", this.keys).lines().filter((line) -> !line.isBlank()).toList();
	}

}
