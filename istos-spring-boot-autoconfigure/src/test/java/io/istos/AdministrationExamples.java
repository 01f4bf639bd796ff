package io.istos;

import java.time.Duration;
import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;

import io.istos.admin.ClaimFilter;
import io.istos.admin.ClaimTarget;
import io.istos.admin.DurableAdmin;
import io.istos.admin.Forgotten;
import io.istos.admin.ListedClaim;
import io.istos.storage.ClaimStatus;

/**
 * The code of {@code docs/administration.md}.
 */
class AdministrationExamples {

	void takeOver(JdbcClient jdbc, DurableAdmin admin) {
		List<String> keys = jdbc
			.sql("SELECT message_id FROM processed_message WHERE processed_at > now() - interval '7 days'")
			.query(String.class)
			.list();
		admin.importFinished("payout.send", keys, Duration.ofDays(7));
	}

	Forgotten forget(DurableAdmin admin, String customer) {
		return admin.because("erasure request 2026-118").forgetByPrefix(customer + "/");
	}

	static class Desk {

		private final DurableAdmin admin;

		Desk(DurableAdmin admin) {
			this.admin = admin;
		}

		List<ListedClaim> waitingForAPerson() {
			return this.admin
				.claims(ClaimFilter.open()
					.withStatuses(ClaimStatus.ABANDONED, ClaimStatus.HELD)
					.withMinimumAge(Duration.ofMinutes(10)))
				.claims();
		}

		void sent(ListedClaim claim, String receiptJson) {
			this.admin.because("the bank has it")
				.complete(ClaimTarget.of(claim.operation(), claim.key()).withEpoch(claim.epoch()), receiptJson);
		}

	}

}
