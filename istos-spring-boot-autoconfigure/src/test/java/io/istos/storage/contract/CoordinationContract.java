package io.istos.storage.contract;

import org.junit.jupiter.api.Nested;

import io.istos.coordination.Coordination;

/**
 * What {@link Coordination} does over every store.
 */
public abstract class CoordinationContract {

	/**
	 * Open an empty storage.
	 * @return what to test
	 */
	protected abstract StorageFixture fixture();

	@Nested
	class Claiming extends ClaimedContract {

		Claiming() {
			super(CoordinationContract.this::fixture);
		}

	}

	@Nested
	class Documents extends DocContract {

		Documents() {
			super(CoordinationContract.this::fixture);
		}

	}

	@Nested
	class Leasing extends StateLeaseContract {

		Leasing() {
			super(CoordinationContract.this::fixture);
		}

	}

	@Nested
	class Acquiring extends StateAcquisitionContract {

		Acquiring() {
			super(CoordinationContract.this::fixture);
		}

	}

	@Nested
	class Cooperating extends CooperativeWriteContract {

		Cooperating() {
			super(CoordinationContract.this::fixture);
		}

	}

	@Nested
	class Attaching extends AttachedLeaseContract {

		Attaching() {
			super(CoordinationContract.this::fixture);
		}

	}

}
