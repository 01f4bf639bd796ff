package io.istos.verification.history;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Document;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;
import io.istos.storage.StateWrite;
import io.istos.storage.StoragePlugin;
import io.istos.verification.DelegatingStoragePlugin;

/**
 * A store that writes over any version of a document, and believes whoever says that a
 * lease is theirs. A check that finds nothing wrong with it proves nothing.
 */
final class CarelessStoragePlugin extends DelegatingStoragePlugin {

	CarelessStoragePlugin(StoragePlugin delegate) {
		super(delegate);
	}

	@Override
	public DocumentWrite replaceDocument(EntryKey key, long version, String value) {
		Document present = findDocument(key).orElse(null);
		return super.replaceDocument(key, (present != null) ? present.version() : version, value);
	}

	@Override
	public StateWrite.Answer writeState(StateWrite write) {
		LeaseView present = findLease(write.token().key()).orElse(null);
		return super.writeState(
				new StateWrite(present(write, present), null, write.change(), write.ttl(), write.release()));
	}

	private static LeaseToken present(StateWrite write, @Nullable LeaseView present) {
		return (present != null && present.owner() != null)
				? new LeaseToken(write.token().key(), present.owner(), present.epoch()) : write.token();
	}

}
