package io.istos.storage.postgres;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Cuts many items into what one statement takes.
 */
final class Parts {

	private Parts() {
	}

	/**
	 * Sorted: whoever locks rows in another order may deadlock.
	 */
	static <T> List<List<T>> of(List<T> items, Comparator<? super T> order, int most) {
		List<T> sorted = items.stream().sorted(order).toList();
		List<List<T>> parts = new ArrayList<>();
		for (int from = 0; from < sorted.size(); from += most) {
			parts.add(sorted.subList(from, Math.min(from + most, sorted.size())));
		}
		return parts;
	}

}
