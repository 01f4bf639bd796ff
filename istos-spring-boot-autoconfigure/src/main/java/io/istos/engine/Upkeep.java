package io.istos.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.istos.ResultCodec;
import io.istos.storage.StoragePlugin;
import io.istos.transaction.LedgerTransactions;

/**
 * What durable operations and leases share.
 *
 * @param store the store
 * @param codec encodes what is stored
 * @param transactions knows the transaction that is open on the ledger
 * @param keys builds keys
 * @param renewals renews claims and leases
 * @param background releases what could not be released at once
 * @param running the calls of this process
 * @param ticker the monotonic clock
 * @param instance names this process
 * @param listener is told what happens
 * @param closing what to do at shutdown, once no call is running
 */
record Upkeep(StoragePlugin store, ResultCodec codec, LedgerTransactions transactions, CallKeys keys, Renewals renewals,
		Background background, RunningCalls running, Ticker ticker, String instance, EngineListener listener,
		List<Runnable> closing) {

	Upkeep(StoragePlugin store, ResultCodec codec, LedgerTransactions transactions, CallKeys keys, Renewals renewals,
			Ticker ticker, String instance, EngineListener listener) {
		this(store, codec, transactions, keys, renewals, new Background(store, listener), new RunningCalls(), ticker,
				instance, listener, new CopyOnWriteArrayList<>());
	}

}
