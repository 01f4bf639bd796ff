package io.istos.actuate;

import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

import io.istos.admin.ClaimFilter;
import io.istos.admin.ClaimTarget;
import io.istos.admin.LeaseFilter;
import io.istos.admin.LeaseTarget;
import io.istos.storage.ClaimStatus;
import io.istos.storage.LeaseStatus;

/**
 * The parameters of a look: each question uses those that mean something to it.
 */
record Question(@Nullable String operation, @Nullable String key, @Nullable String scope, @Nullable String keyScope,
		@Nullable Long epoch, @Nullable String status, @Nullable Duration minimumAge, @Nullable Integer limit,
		@Nullable String page) {

	ClaimTarget claim() {
		return new ClaimTarget(this.operation, this.key, this.keyScope, this.epoch);
	}

	LeaseTarget lease() {
		return new LeaseTarget(Parameters.required("scope", this.scope), this.keyScope, this.epoch);
	}

	ClaimFilter claims() {
		ClaimFilter filter = ClaimFilter.open().withOperation(this.operation).withPage(this.page);
		if (this.minimumAge != null) {
			filter = filter.withMinimumAge(this.minimumAge);
		}
		if (this.limit != null) {
			filter = filter.withLimit(this.limit);
		}
		ClaimStatus[] statuses = statuses(ClaimStatus.class).toArray(ClaimStatus[]::new);
		return (statuses.length > 0) ? filter.withStatuses(statuses[0], statuses) : filter;
	}

	LeaseFilter leases() {
		LeaseFilter filter = LeaseFilter.owned().withPage(this.page);
		if (this.limit != null) {
			filter = filter.withLimit(this.limit);
		}
		LeaseStatus[] statuses = statuses(LeaseStatus.class).toArray(LeaseStatus[]::new);
		return (statuses.length > 0) ? filter.withStatuses(statuses[0], statuses) : filter;
	}

	private <E extends Enum<E>> Stream<E> statuses(Class<E> type) {
		return StringUtils.commaDelimitedListToSet((this.status != null) ? this.status : "")
			.stream()
			.map((name) -> status(type, name.strip()));
	}

	private static <E extends Enum<E>> E status(Class<E> type, String name) {
		try {
			return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("There is no status '" + name + "': it is one of "
					+ StringUtils.arrayToDelimitedString(type.getEnumConstants(), ", "), ex);
		}
	}

}
