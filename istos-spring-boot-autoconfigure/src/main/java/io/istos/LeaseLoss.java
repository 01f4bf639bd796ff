package io.istos;

/**
 * Why a lease was lost.
 */
public enum LeaseLoss {

	/**
	 * It lapsed: it was not renewed in time, since this process stood still or was
	 * starved.
	 */
	EXPIRED("it lapsed before it was renewed"),

	/**
	 * Another holds the scope, or its row was freed or deleted.
	 */
	TAKEN_OVER("it lapsed and was taken over, or its row was freed or deleted"),

	/**
	 * The store did not answer until the lease's deadline had passed.
	 */
	UNREACHABLE("the store could not be reached until its deadline had passed");

	private final String text;

	LeaseLoss(String text) {
		this.text = text;
	}

	/**
	 * The reason in words.
	 * @return the reason, as in "lost, since ..."
	 */
	public String text() {
		return this.text;
	}

}
