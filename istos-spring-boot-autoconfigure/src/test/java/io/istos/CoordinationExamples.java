package io.istos;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.istos.coordination.Claimed;
import io.istos.coordination.Coordination;
import io.istos.coordination.Doc;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;
import io.istos.engine.DurableOperations;
import io.istos.storage.EntryKey;
import io.istos.storage.EventLog;
import io.istos.storage.KeyValueStore;
import io.istos.storage.LogEntry;

/**
 * The code of {@code docs/coordination.md}, so that a compiler reads it.
 * {@link CoordinationDocumentationTests} sees to it that both are the same.
 */
final class CoordinationExamples {

	private CoordinationExamples() {
	}

	record Overview(Coordination coordination) {

		boolean overview(String number, Shipment shipment, Duration ttl) {
			Claimed<Shipment> claimed = this.coordination.claim("shipment/" + number, shipment);

			Optional<StateLease<Progress>> lease = this.coordination.lease("import/fx",
					StateLeaseRequest.of(Progress.class, ttl));

			Doc<Stock> stock = this.coordination.doc("stock/" + number, Stock.class);
			stock.update((before) -> before.less(1));
			return claimed.won() && lease.isPresent();
		}

	}

	record Shipments(Coordination coordination) {

		Shipment shipmentOf(String order, Shipment proposal) {
			Claimed<Shipment> claimed = this.coordination.claim("shipment/" + order, proposal);
			return claimed.value();
		}

	}

	record Importer(Coordination coordination, Feeds feeds) {

		boolean importFeed(String feed) {
			StateLeaseRequest<Progress> request = StateLeaseRequest.of(Progress.class, Duration.ofMinutes(1));
			Optional<StateLease<Progress>> held = this.coordination.lease("import/" + feed, request);
			held.ifPresent((lease) -> importFeed(feed, lease));
			return held.isPresent();
		}

		private void importFeed(String feed, StateLease<Progress> lease) {
			int next = lease.state().map(Progress::nextLine).orElse(0);
			for (List<String> chunk : this.feeds.chunksOf(feed, next)) {
				this.feeds.save(chunk);
				lease.updateState((progress) -> Progress.after(progress, chunk.size()));
				lease.renew();
			}
			lease.release();
		}

	}

	record Jobs(Coordination coordination) {

		Optional<StateLease<Job>> start(String id) {
			StateLeaseRequest<Job> request = StateLeaseRequest.of(Job.class, Duration.ofMinutes(1))
				.transition(Jobs::started);
			return this.coordination.lease("job/" + id, request);
		}

		private static Job started(@Nullable Job job) {
			if (job != null && job.done()) {
				throw new JobDoneException();
			}
			return new Job(false);
		}

		static final class JobDoneException extends RuntimeException {

		}

	}

	record Shop(Coordination coordination) {

		int order(String article, int quantity) {
			Doc<Stock> stock = this.coordination.doc("stock/" + article, Stock.class);
			return stock.update((before) -> before.less(quantity), new Stock(100)).value().left();
		}

	}

	record Settings(KeyValueStore values, DurableOperations operations, ResultCodec codec) {

		void save(String name, Theme theme) {
			this.values.put(key(name), this.codec.encode(theme, Theme.class));
		}

		Optional<Theme> find(String name) {
			return this.values.get(key(name)).map((json) -> (Theme) this.codec.decode(json, Theme.class));
		}

		private EntryKey key(String name) {
			return new EntryKey(this.operations.namespace(), "theme/" + name);
		}

	}

	record History(EventLog log, DurableOperations operations) {

		List<LogEntry> lastCharges() {
			return this.log.getLog(this.operations.namespace(), "payment.charge", 100);
		}

	}

	record Shipment(String carrier) {
	}

	record Job(boolean done) {
	}

	record Theme(String color) {
	}

	record Progress(int nextLine) {

		static Progress after(@Nullable Progress before, int lines) {
			return new Progress(((before != null) ? before.nextLine() : 0) + lines);
		}

	}

	record Stock(int left) {

		Stock less(int quantity) {
			if (quantity > this.left) {
				throw new IllegalArgumentException("Only " + this.left + " are left");
			}
			return new Stock(this.left - quantity);
		}

	}

	interface Feeds {

		List<List<String>> chunksOf(String feed, int firstLine);

		void save(List<String> chunk);

	}

}
