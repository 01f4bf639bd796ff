package io.istos.admin;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.istos.storage.LeaseStatus;

/**
 * A lease as people see it: without its state, and without its owner token, since whoever
 * knows that acts as the holder.
 *
 * @param scope the scope
 * @param keyScope the key scope it was acquired in, if there was one
 * @param status whether somebody holds it
 * @param epoch the epoch of its last acquisition
 * @param acquiredAt when it was last acquired, by the store's clock
 * @param deadline when it lapses or lapsed, or may be acquired
 * @param instance who acquired it last, if known
 */
public record ListedLease(String scope, @Nullable String keyScope, LeaseStatus status, long epoch, Instant acquiredAt,
		Instant deadline, @Nullable String instance) {
}
