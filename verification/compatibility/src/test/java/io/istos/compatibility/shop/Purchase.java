package io.istos.compatibility.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Purchase {

	@Id
	private Long id;

	protected Purchase() {
	}

	public Purchase(Long id) {
		this.id = id;
	}

	public Long getId() {
		return this.id;
	}

}
