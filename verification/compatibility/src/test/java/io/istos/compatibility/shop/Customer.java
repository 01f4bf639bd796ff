package io.istos.compatibility.shop;

/**
 * An entity by {@code orm.xml}: nothing in its class tells that it is JPA's.
 */
public class Customer {

	private Long id;

	protected Customer() {
	}

	public Customer(Long id) {
		this.id = id;
	}

	public Long getId() {
		return this.id;
	}

}
