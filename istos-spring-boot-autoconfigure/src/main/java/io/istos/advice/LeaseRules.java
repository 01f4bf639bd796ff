package io.istos.advice;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.format.annotation.DurationFormat.Style;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

import io.istos.Fencing;
import io.istos.WhenBusy;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;
import io.istos.transaction.LedgerTransactions;

/**
 * What is particular to leased methods.
 */
final class LeaseRules implements AdviceRules<LeaseEntry> {

	private final LeasedMethodReader reader;

	private final ObjectProvider<ScopeLeases> engine;

	LeaseRules(LeasedMethodReader reader, ObjectProvider<ScopeLeases> engine) {
		this.reader = reader;
		this.engine = engine;
	}

	@Override
	public LeaseEntry read(MethodSource source) {
		LeasedMethod method = this.reader.read(source);
		ScopeLeases found = this.engine.getIfUnique();
		if (found == null) {
			throw source.noEngine();
		}
		return new LeaseEntry(method, found);
	}

	@Override
	public ProxyWiring prove(AdviceChain chain) {
		return ProxyWiring.leased(chain);
	}

	@Override
	public boolean isTracked(LeaseEntry entry) {
		return true;
	}

	@Override
	public void check(LeaseEntry entry, TransactionPlan plan, LedgerTransactions transactions) {
		if (entry.method().options().fencing() == Fencing.COMMIT) {
			TransactionRules.checkFence(entry.source(), plan, transactions);
		}
	}

	@Override
	public String title() {
		return "Leased methods";
	}

	@Override
	public List<String> describe(LeaseEntry entry) {
		LeaseOptions options = entry.method().options();
		Duration ttl = Objects.requireNonNullElse(options.ttl(), entry.engine().ttl());
		return List.of(entry.method().scope().text(), "ttl " + DurationFormatterUtils.print(ttl, Style.COMPOSITE),
				"fence " + options.fencing(),
				"whenBusy " + entry.source().annotation().getEnum("whenBusy", WhenBusy.class),
				options.keep() ? "kept" : "", entry.order(), entry.source().describe());
	}

}
