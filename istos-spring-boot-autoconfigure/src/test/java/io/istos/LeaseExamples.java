package io.istos;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.engine.AcquiredLease;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;

/**
 * The code of {@code docs/leases.md} and {@code docs/coming-from-shedlock.md}, so that a
 * compiler reads it. {@link LeaseDocumentationTests} sees to it that both are the same.
 */
final class LeaseExamples {

	private LeaseExamples() {
	}

	record Settling(Accounts accounts, Settlements settlements) {

		@Scheduled(cron = "0 0 2 * * *")
		@ScopeLease("settlement")
		void settle() {
			this.accounts.open().forEach(this.settlements::settle);
		}

	}

	record SettlingAfterShedLock() {

		@Scheduled(cron = "0 0 2 * * *")
		@ScopeLease(scope = "settlement", holdAtLeast = "30s")
		void settle() {
		}

	}

	record Mailing(Recipients recipients, Mailer mailer, Fence fence) {

		@ScopeLease(scope = "mailing/#{#campaign}", onLost = OnLost.INTERRUPT)
		void send(String campaign) {
			for (Recipient recipient : this.recipients.of(campaign)) {
				if (this.fence.lost().isPresent()) {
					return;
				}
				this.mailer.send(recipient);
			}
		}

	}

	record Heart(Monitor monitor) {

		@Scheduled(cron = "0 0 * * * *")
		@ScopeLease(scope = "heartbeat", holdAtLeast = "30s")
		void beat() {
			this.monitor.beat();
		}

	}

	record Poller(Outbox outbox) {

		@Scheduled(fixedDelay = 500)
		@ScopeLease(scope = "outbox", keep = true)
		void publishPending() {
			this.outbox.publishNext();
		}

		@EventListener
		void leads(LeaseEvent.Granted granted) {
			this.outbox.startUp(granted.token());
		}

		@EventListener
		void leadsNoMore(LeaseEvent.Revoked revoked) {
			this.outbox.standBy();
		}

	}

	record Importer(Feeds feeds, Lines lines, Fence fence, TransactionTemplate transactions) {

		@ScopeLease("import/#{#feed}")
		void importFeed(String feed) {
			int next = this.fence.checkpoint(Progress.class).map(Progress::nextLine).orElse(0);
			for (List<Line> chunk : this.feeds.chunksOf(feed, next)) {
				int after = next + chunk.size();
				this.transactions.executeWithoutResult((status) -> {
					this.lines.saveAll(chunk);
					this.fence.checkpoint(new Progress(after));
				});
				next = after;
			}
		}

	}

	record Progress(int nextLine) {
	}

	record Indexing(Index index, Executor executor, Fence fence) {

		@ScopeLease("reindex")
		void reindex() {
			Lease lease = this.fence.lease();
			List<CompletableFuture<Void>> parts = this.index.parts()
				.stream()
				.map((part) -> CompletableFuture.runAsync(() -> lease.run(() -> this.index.rebuild(part)),
						this.executor))
				.toList();
			parts.forEach(CompletableFuture::join);
		}

	}

	record Programs(ScopeLeases leases, Reports reports, Migration migration) {

		boolean report(String month) {
			boolean ran = this.leases.run("report/" + month, LeaseOptions.defaults().withWait(Duration.ofSeconds(5)),
					() -> this.reports.build(month));
			return ran;
		}

		void migrate() {
			try (AcquiredLease lease = this.leases.tryAcquire("migration", LeaseOptions.defaults()).orElseThrow()) {
				lease.run(this.migration::copyRows);
				lease.run(this.migration::switchOver);
			}
		}

	}

	record Schedule(Settlement settlement, Clock clock) {

		@Scheduled(cron = "0 */10 2-5 * * *")
		void settleYesterday() {
			this.settlement.settle(LocalDate.now(this.clock).minusDays(1));
		}

	}

	record Settlement(Accounts accounts, Settlements settlements) {

		@ScopeLease("settlement")
		@Durable(name = "settlement.settle", key = "#businessDate", boundary = Boundary.REQUIRED)
		@Transactional
		void settle(LocalDate businessDate) {
			this.accounts.activeOn(businessDate).forEach((account) -> this.settlements.settle(account, businessDate));
		}

	}

	record Payouts(OpenPayouts payouts, Gateway gateway, Fence fence) {

		@ScopeLease("payout/#{#bank}")
		void payOut(String bank) {
			for (Payout payout : this.payouts.open(bank)) {
				this.gateway.send(bank, payout, this.fence.scope(), this.fence.token());
			}
		}

	}

	record Receiver(JdbcClient jdbc, Transfers transfers) {

		private static final String ACCEPT = LeaseDocumentationTests.statement("INSERT INTO last_token");

		@Transactional
		void receive(Payout payout, String scope, long token) {
			int accepted = this.jdbc.sql(ACCEPT).param("scope", scope).param("token", token).update();
			if (accepted == 0) {
				throw new StaleTokenException(
						"Token " + token + " of scope " + scope + " is older than the last one seen");
			}
			this.transfers.save(payout);
		}

	}

	static final class StaleTokenException extends RuntimeException {

		StaleTokenException(String message) {
			super(message);
		}

	}

	record Account(String number) {
	}

	record Line(String text) {
	}

	record Payout(String id) {
	}

	record Recipient(String address) {
	}

	interface Accounts {

		List<Account> open();

		List<Account> activeOn(LocalDate businessDate);

	}

	interface Settlements {

		void settle(Account account);

		void settle(Account account, LocalDate businessDate);

	}

	interface Recipients {

		List<Recipient> of(String campaign);

	}

	interface Mailer {

		void send(Recipient recipient);

	}

	interface Monitor {

		void beat();

	}

	interface Outbox {

		void publishNext();

		void startUp(long token);

		void standBy();

	}

	interface Feeds {

		List<List<Line>> chunksOf(String feed, int firstLine);

	}

	interface Lines {

		void saveAll(List<Line> lines);

	}

	interface Index {

		List<String> parts();

		void rebuild(String part);

	}

	interface Reports {

		void build(String month);

	}

	interface Migration {

		void copyRows();

		void switchOver();

	}

	interface OpenPayouts {

		List<Payout> open(String bank);

	}

	interface Gateway {

		void send(String bank, Payout payout, String scope, long token);

	}

	@FunctionalInterface
	interface Transfers {

		void save(Payout payout);

	}

}
