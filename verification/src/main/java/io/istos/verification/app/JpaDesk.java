package io.istos.verification.app;

import jakarta.persistence.EntityManager;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Durable;

/**
 * Books by JPA.
 */
@Service("jpa")
@Profile("jpa")
class JpaDesk implements Desk {

	private final Bookings bookings;

	private final EntityManager entityManager;

	JpaDesk(Bookings bookings, EntityManager entityManager) {
		this.bookings = bookings;
		this.entityManager = entityManager;
	}

	@Override
	@Durable(name = "jpa", key = "#key")
	@Transactional("jpaTransactionManager")
	public Receipt book(String key) {
		return this.bookings.book(key, (row) -> {
			this.entityManager.persist(row);
			this.entityManager.flush();
		});
	}

}
