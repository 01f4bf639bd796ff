package io.istos.samples.settlement.story;

/**
 * A call of a job that runs, or ran, under a lease.
 *
 * @param id its row in the logbook
 * @param node the node
 * @param epoch the fence token of its lease
 */
record Run(long id, String node, long epoch) {
}
