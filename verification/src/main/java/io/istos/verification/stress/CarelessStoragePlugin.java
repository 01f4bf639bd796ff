package io.istos.verification.stress;

import java.util.List;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.Outcome;
import io.istos.storage.StoragePlugin;
import io.istos.verification.DelegatingStoragePlugin;

/**
 * A store without the owner check: whoever completes is believed. A stress that finds
 * nothing wrong with it proves nothing.
 */
final class CarelessStoragePlugin extends DelegatingStoragePlugin {

	private static final String COMPLETE = "update istos.istos_idempotency set state = 'D', outcome = ?, result = ?,"
			+ " deadline = null, expires_at = clock_timestamp() + interval '1 day'"
			+ " where namespace = ? and operation = ? and key = ?";

	private final JdbcTemplate jdbc;

	CarelessStoragePlugin(StoragePlugin delegate, DataSource ledger) {
		super(delegate);
		this.jdbc = new JdbcTemplate(ledger);
	}

	@Override
	public boolean lockClaim(ClaimToken token, LedgerTransaction transaction) {
		return true;
	}

	@Override
	public void markProcessed(List<Completion> completions, LedgerTransaction transaction) {
		for (Completion completion : completions) {
			this.jdbc.update(COMPLETE, (completion.outcome().kind() == Outcome.Kind.RESULT) ? "R" : "X",
					completion.outcome().json(), completion.token().key().namespace(),
					completion.token().key().operation(), completion.token().key().key());
		}
	}

}
