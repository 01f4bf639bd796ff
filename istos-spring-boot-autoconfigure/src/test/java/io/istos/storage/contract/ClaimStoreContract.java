package io.istos.storage.contract;

import org.junit.jupiter.api.Nested;

import io.istos.storage.ClaimStore;

/**
 * What every {@link ClaimStore} does.
 */
public abstract class ClaimStoreContract {

	/**
	 * Open an empty storage.
	 * @return what to test
	 */
	protected abstract StorageFixture fixture();

	@Nested
	class Claiming extends ClaimingContract {

		Claiming() {
			super(ClaimStoreContract.this::fixture);
		}

	}

	@Nested
	class Completing extends CompletionContract {

		Completing() {
			super(ClaimStoreContract.this::fixture);
		}

	}

	@Nested
	class Renewing extends RenewalContract {

		Renewing() {
			super(ClaimStoreContract.this::fixture);
		}

	}

	@Nested
	class Releasing extends ReleaseContract {

		Releasing() {
			super(ClaimStoreContract.this::fixture);
		}

	}

	@Nested
	class Purging extends PurgeContract {

		Purging() {
			super(ClaimStoreContract.this::fixture);
		}

	}

	@Nested
	class ClaimingInTransaction extends TransactionClaimContract {

		ClaimingInTransaction() {
			super(ClaimStoreContract.this::fixture);
		}

	}

	@Nested
	class CompletingInTransaction extends TransactionCompletionContract {

		CompletingInTransaction() {
			super(ClaimStoreContract.this::fixture);
		}

	}

	@Nested
	class Locking extends ClaimLockContract {

		Locking() {
			super(ClaimStoreContract.this::fixture);
		}

	}

	@Nested
	class Racing extends ClaimRaceContract {

		Racing() {
			super(ClaimStoreContract.this::fixture);
		}

	}

}
