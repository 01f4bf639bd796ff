package io.istos.storage.contract;

import org.junit.jupiter.api.Nested;

import io.istos.storage.StoragePlugin;

/**
 * What every {@link StoragePlugin} does. An adapter extends this class and supplies a
 * {@link StorageFixture}; the published test jar has both.
 */
public abstract class StoragePluginContract {

	/**
	 * Open an empty storage.
	 * @return what to test
	 */
	protected abstract StorageFixture fixture();

	@Nested
	class Claims extends ClaimStoreContract {

		@Override
		protected StorageFixture fixture() {
			return StoragePluginContract.this.fixture();
		}

	}

	@Nested
	class Leases extends LeaseStoreContract {

		@Override
		protected StorageFixture fixture() {
			return StoragePluginContract.this.fixture();
		}

	}

	@Nested
	class Log extends EventLogContract {

		Log() {
			super(StoragePluginContract.this::fixture);
		}

	}

	@Nested
	class LogPurging extends LogPurgeContract {

		LogPurging() {
			super(StoragePluginContract.this::fixture);
		}

	}

	@Nested
	class Documents extends DocumentStoreContract {

		@Override
		protected StorageFixture fixture() {
			return StoragePluginContract.this.fixture();
		}

	}

	@Nested
	class Values extends KeyValueStoreContract {

		Values() {
			super(StoragePluginContract.this::fixture);
		}

	}

	@Nested
	class Operators extends OperatorStoreContract {

		@Override
		protected StorageFixture fixture() {
			return StoragePluginContract.this.fixture();
		}

	}

	@Nested
	class Coordinating extends CoordinationContract {

		@Override
		protected StorageFixture fixture() {
			return StoragePluginContract.this.fixture();
		}

	}

}
