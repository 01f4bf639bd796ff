package io.istos.admin;

/**
 * What was forgotten.
 *
 * @param keys how many keys
 * @param logEntries how many entries of the event log
 * @param running how many keys with the prefix stay, since they are running: forget again
 * when they have ended
 */
public record Forgotten(long keys, long logEntries, long running) {
}
