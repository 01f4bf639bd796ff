package io.istos.engine;

/**
 * Two durable operations of an application have one name.
 */
@SuppressWarnings("serial")
public final class DuplicateOperationException extends IllegalStateException {

	private final String operation;

	DuplicateOperationException(String operation) {
		super("Two durable operations have the name '" + operation
				+ "': calls of both would share their keys. Give each a name of its own");
		this.operation = operation;
	}

	/**
	 * The name that is taken.
	 * @return the name
	 */
	public String operation() {
		return this.operation;
	}

}
