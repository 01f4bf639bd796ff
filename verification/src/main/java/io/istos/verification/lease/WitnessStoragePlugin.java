package io.istos.verification.lease;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRequest;
import io.istos.storage.StoragePlugin;
import io.istos.verification.DelegatingStoragePlugin;

/**
 * Puts on record who was granted which lease.
 */
final class WitnessStoragePlugin extends DelegatingStoragePlugin {

	private final JdbcTemplate jdbc;

	WitnessStoragePlugin(StoragePlugin delegate, DataSource dataSource) {
		super(delegate);
		this.jdbc = new JdbcTemplate(dataSource);
	}

	// A request that is sent again is granted the same lease again.
	@Override
	public Acquisition acquire(LeaseRequest request) {
		Acquisition acquisition = super.acquire(request);
		if (acquisition.granted() != null) {
			this.jdbc.update("insert into granted values (?, ?, ?, ?) on conflict do nothing", request.key().scope(),
					acquisition.granted().epoch(), request.instance(), acquisition.granted().takenOver());
		}
		return acquisition;
	}

}
