package io.istos.engine;

import io.istos.storage.memory.InMemoryStoragePlugin;

/**
 * The stores that an engine is tested over. Transactions are the database's with either.
 */
enum Adapter {

	POSTGRES {

		@Override
		Ledger.Options options() {
			return new Ledger.Options();
		}

	},

	MEMORY {

		@Override
		Ledger.Options options() {
			return new Ledger.Options().plugin((postgres) -> new InMemoryStoragePlugin());
		}

	};

	abstract Ledger.Options options();

}
