package io.istos.storage.memory;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which keys and scopes open transactions have. Those that hold the same lease have its
 * scope together; a key has one at most, since whoever locks it looks before. Not
 * thread-safe.
 */
final class Locks {

	private final Map<Object, Set<MemoryTransaction>> holders = new HashMap<>();

	void lock(Object key, MemoryTransaction transaction) {
		this.holders.computeIfAbsent(key, (absent) -> new HashSet<>()).add(transaction);
	}

	void unlock(Object key, MemoryTransaction transaction) {
		this.holders.computeIfPresent(key,
				(present, those) -> (those.remove(transaction) && those.isEmpty()) ? null : those);
	}

	boolean isLocked(Object key) {
		return this.holders.containsKey(key);
	}

	boolean isLockedByAnother(Object key, MemoryTransaction transaction) {
		return isLocked(key) && !Set.of(transaction).equals(this.holders.get(key));
	}

}
