package io.istos.storage;

import java.util.List;

/**
 * What a store holds of a namespace and the key scopes below it.
 *
 * @param open the open claims, counted; one element for each operation that has any, in
 * the order of the operations
 * @param heldLeases how many leases are live
 * @param lapsedLeases how many leases lapsed and nobody has taken
 * @param rows about how many rows of claims there are, in all namespaces
 */
public record LedgerSummary(List<OpenClaims> open, long heldLeases, long lapsedLeases, long rows) {

	/**
	 * Copy.
	 */
	public LedgerSummary {
		open = List.copyOf(open);
	}

	/**
	 * The open claims of one operation.
	 *
	 * @param operation the operation
	 * @param running how many are running
	 * @param abandoned how many lapsed
	 * @param held how many are held
	 */
	public record OpenClaims(String operation, long running, long abandoned, long held) {
	}

}
