package io.istos.storage.contract;

import org.junit.jupiter.api.Nested;

import io.istos.storage.LeaseStore;

/**
 * What every {@link LeaseStore} does.
 */
public abstract class LeaseStoreContract {

	/**
	 * Open an empty storage.
	 * @return what to test
	 */
	protected abstract StorageFixture fixture();

	@Nested
	class Acquiring extends AcquisitionContract {

		Acquiring() {
			super(LeaseStoreContract.this::fixture);
		}

	}

	@Nested
	class Renewing extends LeaseRenewalContract {

		Renewing() {
			super(LeaseStoreContract.this::fixture);
		}

	}

	@Nested
	class Releasing extends LeaseReleaseContract {

		Releasing() {
			super(LeaseStoreContract.this::fixture);
		}

	}

	@Nested
	class Holding extends LeaseHoldContract {

		Holding() {
			super(LeaseStoreContract.this::fixture);
		}

	}

	@Nested
	class Fencing extends LeaseFenceContract {

		Fencing() {
			super(LeaseStoreContract.this::fixture);
		}

	}

	@Nested
	class WritingStates extends LeaseStateContract {

		WritingStates() {
			super(LeaseStoreContract.this::fixture);
		}

	}

	@Nested
	class Transitions extends LeaseTransitionContract {

		Transitions() {
			super(LeaseStoreContract.this::fixture);
		}

	}

	@Nested
	class Racing extends LeaseRaceContract {

		Racing() {
			super(LeaseStoreContract.this::fixture);
		}

	}

}
