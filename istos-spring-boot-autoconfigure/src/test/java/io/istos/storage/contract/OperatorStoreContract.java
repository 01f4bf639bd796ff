package io.istos.storage.contract;

import org.junit.jupiter.api.Nested;

import io.istos.storage.OperatorStore;

/**
 * What every {@link OperatorStore} does.
 */
public abstract class OperatorStoreContract {

	/**
	 * Open an empty storage.
	 * @return what to test
	 */
	protected abstract StorageFixture fixture();

	@Nested
	class Asking extends OperatorQueryContract {

		Asking() {
			super(OperatorStoreContract.this::fixture);
		}

	}

	@Nested
	class Deciding extends DecisionContract {

		Deciding() {
			super(OperatorStoreContract.this::fixture);
		}

	}

	@Nested
	class Forgetting extends ForgettingContract {

		Forgetting() {
			super(OperatorStoreContract.this::fixture);
		}

	}

	@Nested
	class Importing extends ImportContract {

		Importing() {
			super(OperatorStoreContract.this::fixture);
		}

	}

	@Nested
	class AboutLeases extends LeaseOperatorContract {

		AboutLeases() {
			super(OperatorStoreContract.this::fixture);
		}

	}

}
