package io.istos.storage;

/**
 * Everything Istos asks of a store. {@code StoragePluginContract}, published in the test
 * jar, is the definition of correct.
 */
public interface StoragePlugin extends ClaimStore, LeaseStore, EventLog, DocumentStore, KeyValueStore, OperatorStore {

}
