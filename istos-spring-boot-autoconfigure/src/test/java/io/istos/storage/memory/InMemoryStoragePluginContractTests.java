package io.istos.storage.memory;

import io.istos.storage.contract.StorageFixture;
import io.istos.storage.contract.StoragePluginContract;

class InMemoryStoragePluginContractTests extends StoragePluginContract {

	@Override
	protected StorageFixture fixture() {
		return new MemoryFixture();
	}

}
