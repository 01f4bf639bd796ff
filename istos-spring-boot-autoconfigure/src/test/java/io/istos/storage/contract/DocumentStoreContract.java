package io.istos.storage.contract;

import org.junit.jupiter.api.Nested;

import io.istos.storage.DocumentStore;

/**
 * What every {@link DocumentStore} does.
 */
public abstract class DocumentStoreContract {

	/**
	 * Open an empty storage.
	 * @return what to test
	 */
	protected abstract StorageFixture fixture();

	@Nested
	class Writing extends DocumentWriteContract {

		Writing() {
			super(DocumentStoreContract.this::fixture);
		}

	}

	@Nested
	class Updating extends DocumentUpdateContract {

		Updating() {
			super(DocumentStoreContract.this::fixture);
		}

	}

	@Nested
	class Racing extends DocumentRaceContract {

		Racing() {
			super(DocumentStoreContract.this::fixture);
		}

	}

}
