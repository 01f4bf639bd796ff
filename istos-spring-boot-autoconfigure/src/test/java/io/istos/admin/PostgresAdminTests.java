package io.istos.admin;

import java.sql.Connection;

import org.junit.jupiter.api.Test;

import io.istos.storage.ClaimStatus;
import io.istos.storage.DecisionAnswer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PostgresAdminTests extends AbstractAdminTests {

	@Override
	Site site() {
		return Site.onPostgres();
	}

	@Test
	void aLockedRowIsNotWaitedFor() throws Exception {
		this.site.abandon("book", "k");
		try (Connection other = ((Site.OnPostgres) this.site).database.dataSource().getConnection()) {
			other.setAutoCommit(false);
			other.createStatement().execute("SELECT FROM istos.istos_idempotency WHERE key = 'k' FOR UPDATE");
			assertThatExceptionOfType(DecisionRefusedException.class)
				.isThrownBy(() -> this.site.admin.release(ClaimTarget.of("book", "k")))
				.returns(DecisionAnswer.LOCKED, DecisionRefusedException::answer)
				.withMessageContaining("Ask again")
				.satisfies((ex) -> assertThat(ex.retryAfter()).isPositive());
			other.rollback();
		}
		assertThat(this.site.admin.release(ClaimTarget.of("book", "k")).before())
			.isEqualTo(ClaimStatus.ABANDONED.name());
	}

}
