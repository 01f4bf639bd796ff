package io.istos.advice;

import java.lang.annotation.Annotation;

import io.istos.Durable;
import io.istos.ScopeLease;
import io.istos.engine.DurableOperations;
import io.istos.engine.ScopeLeases;

/**
 * What an annotation makes of a method.
 */
enum AdviceKind {

	DURABLE(Durable.class, "durable", DurableOperations.class, "choose boundary OWN"),

	LEASED(ScopeLease.class, "leased", ScopeLeases.class, "set fence = Fencing.NONE");

	private final Class<? extends Annotation> annotation;

	private final String word;

	private final String door;

	private final String way;

	AdviceKind(Class<? extends Annotation> annotation, String word, Class<?> door, String way) {
		this.annotation = annotation;
		this.word = word;
		this.door = door.getSimpleName();
		this.way = way;
	}

	Class<? extends Annotation> annotation() {
		return this.annotation;
	}

	/**
	 * What the method is, in messages.
	 */
	String word() {
		return this.word;
	}

	/**
	 * What does the same for code that no proxy can advise.
	 */
	String door() {
		return this.door;
	}

	/**
	 * The way to do without a transaction on the ledger, in remedies.
	 */
	String withoutTransaction() {
		return this.way;
	}

}
