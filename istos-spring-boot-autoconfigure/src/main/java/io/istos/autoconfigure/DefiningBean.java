package io.istos.autoconfigure;

import org.springframework.beans.factory.BeanCreationException;

/**
 * Tells which bean was being created when something was refused.
 */
final class DefiningBean {

	private DefiningBean() {
	}

	/**
	 * Describe.
	 * @param failure how the start-up failed
	 * @return a sentence, preceded by a blank, or nothing if no bean was being created
	 */
	static String of(Throwable failure) {
		BeanCreationException innermost = null;
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof BeanCreationException creation && creation.getBeanName() != null) {
				innermost = creation;
			}
		}
		return (innermost != null) ? " It comes from bean '" + innermost.getBeanName() + "'." : "";
	}

}
