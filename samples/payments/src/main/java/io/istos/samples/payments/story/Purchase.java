package io.istos.samples.payments.story;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

import io.istos.samples.payments.gateway.Gateway;

/**
 * An order to pay, and the key under which its client asks, however often.
 *
 * @param order the order
 * @param key the idempotency key
 * @param cents the amount
 */
record Purchase(String order, String key, int cents) {

	/** Duplicates of an order are at most so far from each other, so many meet. */
	private static final int WINDOW = 50;

	/**
	 * What clients ask for: every order twice at about the same time, and every other
	 * order once more in the end. One, early on, is the order whose answer gets lost.
	 */
	static List<Purchase> list(int orders) {
		List<Purchase> purchases = new ArrayList<>();
		List<Purchase> late = new ArrayList<>();
		for (int number = 0; number < orders; number++) {
			String order = (number == orders / 4) ? Gateway.LOST_ANSWER : "order-" + number;
			Purchase purchase = new Purchase(order, UUID.randomUUID().toString(), 100 + number);
			purchases.addAll(List.of(purchase, purchase));
			if (number % 2 == 0) {
				late.add(purchase);
			}
		}
		for (int from = 0; from < purchases.size(); from += WINDOW) {
			Collections.shuffle(purchases.subList(from, Math.min(from + WINDOW, purchases.size())));
		}
		purchases.addAll(late);
		return purchases;
	}

	String json() {
		return "{\"order\":\"%s\",\"amount\":%d.%02d,\"currency\":\"EUR\"}".formatted(this.order, this.cents / 100,
				this.cents % 100);
	}

}
