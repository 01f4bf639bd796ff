package io.istos.storage.postgres;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import io.istos.storage.contract.StorageFixture;
import io.istos.storage.contract.StoragePluginContract;

class PostgresStoragePluginTests extends StoragePluginContract {

	private static PostgresFixture fixture;

	@BeforeAll
	static void open() {
		fixture = new PostgresFixture();
	}

	@AfterAll
	static void shutDown() {
		fixture.shutDown();
	}

	@Override
	protected StorageFixture fixture() {
		return fixture.emptied();
	}

}
