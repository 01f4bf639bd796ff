package io.istos.admin;

class InMemoryAdminTests extends AbstractAdminTests {

	@Override
	Site site() {
		return Site.inMemory();
	}

}
