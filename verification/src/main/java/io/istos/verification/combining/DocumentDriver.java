package io.istos.verification.combining;

import java.util.Locale;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.util.unit.DataSize;

import io.istos.coordination.Coordination;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;
import io.istos.verification.Pools;
import io.istos.verification.Table;

/**
 * Measures updates by 1, 16 and 64 writers, of a document each and of one document for
 * all: throughput, and attempts per update. Arguments: seconds per round (3), rounds (7).
 * Ends with 1 if an update is lost or a writer gives up.
 */
public final class DocumentDriver {

	private static final int[] WRITERS = { 1, 16, 64 };

	private final Coordination coordination;

	private final String[] arguments;

	private final Table table = new Table("documents", "writers", "updates/s, median", "least", "most",
			"attempts per update", "lost", "given up");

	private boolean right = true;

	private DocumentDriver(Coordination coordination, String[] arguments) {
		this.coordination = coordination;
		this.arguments = arguments;
	}

	public static void main(String[] arguments) {
		System.exit(run(arguments) ? 0 : 1);
	}

	private static boolean run(String[] arguments) {
		try (TestDatabase database = TestDatabase.create();
				HikariDataSource pool = Pools.create(database, "ledger", 4);
				PostgresStoragePlugin store = PostgresStoragePlugin.create(pool, PostgresSettings.defaults())) {
			store.prepare();
			Comparison.describe(pool);
			Coordination coordination = new Coordination(store, new JacksonResultCodec(DataSize.ofKilobytes(10)),
					() -> "", "driver");
			return new DocumentDriver(coordination, arguments).run();
		}
	}

	private boolean run() {
		compare("warm-up", 64);
		for (int writers : WRITERS) {
			compare("measured", writers);
		}
		this.table.print();
		System.out.println(this.right ? "no update lost, nobody gave up" : "an update was LOST, or a writer GAVE UP");
		return this.right;
	}

	private void compare(String name, int writers) {
		Updates distinct = new Updates(this.coordination, name + "-distinct-" + writers, writers);
		Updates hot = new Updates(this.coordination, name + "-hot-" + writers, 1);
		Comparison comparison = new Comparison(this.arguments, distinct::update, hot::update);
		Comparison.Rates rates = comparison.rates(writers);
		note(name + ", one each", writers, distinct, rates.first());
		note(name + ", one hot", writers, hot, rates.second());
	}

	private void note(String documents, int writers, Updates updates, double[] rates) {
		this.right &= updates.lost() == 0 && updates.givenUp() == 0;
		this.table.row(documents, writers, Comparison.whole(Comparison.median(rates)),
				Comparison.whole(Comparison.min(rates)), Comparison.whole(Comparison.max(rates)),
				String.format(Locale.ROOT, "%.2f", updates.attemptsPerUpdate()), updates.lost(), updates.givenUp());
	}

}
