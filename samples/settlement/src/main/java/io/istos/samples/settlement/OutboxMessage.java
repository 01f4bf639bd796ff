package io.istos.samples.settlement;

import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/**
 * A message to be sent once what it tells of is committed.
 *
 * @param id the number of the message
 * @param text the text
 * @param epoch the fence token of the lease under which it was sent; {@code null} as long
 * as it is not
 */
@Table("outbox")
record OutboxMessage(@Id @Nullable Long id, String text, @Nullable Long epoch) {

	static OutboxMessage of(String text) {
		return new OutboxMessage(null, text, null);
	}

	OutboxMessage sent(long epoch) {
		return new OutboxMessage(this.id, this.text, epoch);
	}

}
