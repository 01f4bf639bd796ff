package io.istos.admin;

import java.util.List;
import java.util.concurrent.Callable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import io.istos.engine.DurableOptions;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimToken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Where keys are masked, one works with epochs, and no key is told anywhere.
 */
class MaskedKeysTests {

	private static final String KEY = "jane.doe@example.org";

	private static final String SECRET = "doe@example";

	private final Site site = Site.inMemory();

	private final DurableAdmin admin = new DurableAdmin(this.site.store, this.site.operations, this.site.codec,
			AdminSettings.masked(Site.NAMESPACE, Site.RETENTION))
		.by("alice");

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.istos");

	@BeforeEach
	void listen() {
		this.logger.setLevel(Level.TRACE);
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void close() {
		this.logger.detachAppender(this.log);
		this.logger.setLevel(null);
		this.site.close();
	}

	@Test
	void aClaimIsFoundAndDecidedByItsEpoch() throws Exception {
		var operation = this.site.operations.define("book", String.class, DurableOptions.defaults());
		this.site.hold("book", KEY, "No answer for " + KEY);
		ListedClaim listed = untold(() -> this.admin.claims(ClaimFilter.open())).claims().get(0);
		assertThat(listed.key()).isEqualTo("ja…rg");
		assertThat(listed.lastError()).isEqualTo("No answer for ja…rg");
		ClaimTarget target = ClaimTarget.ofEpoch(listed.epoch());
		assertThat(untold(() -> this.admin.claim(target))).contains(listed);
		untold(() -> this.admin.complete(target, "\"done\""));
		assertThat(operation.call(KEY, null, () -> "ran")).isEqualTo("done");
		assertThat(untold(() -> this.admin.claim("book", KEY))).get()
			.returns(ClaimStatus.DONE, ListedClaim::status)
			.returns("ja…rg", ListedClaim::key);
		assertThat(this.log.list).extracting(ILoggingEvent::getFormattedMessage)
			.contains("Claim of operation 'book' completed by alice");
		assertThat(this.log.list).noneSatisfy((event) -> assertThat(event.getFormattedMessage()).contains(SECRET));
	}

	@Test
	void everyDecisionAndRefusalKeepsTheSecret() {
		this.site.hold("a", KEY, "no");
		this.site.abandon("b", KEY);
		this.site.abandon("c", KEY);
		ClaimToken running = this.site.claim(Site.key("d", KEY));
		untold(() -> this.admin.release(target("a")));
		untold(() -> this.admin.fail(target("b"), "no"));
		untold(() -> this.admin.forget(target("c")));
		for (ClaimTarget refused : List.of(target("a"), target("c"), target("d"), target("a").withEpoch(1_000_000L),
				ClaimTarget.ofEpoch(running.epoch()), ClaimTarget.ofEpoch(1_000_000))) {
			assertThatExceptionOfType(DecisionRefusedException.class).isThrownBy(() -> this.admin.release(refused))
				.satisfies((ex) -> assertThat(ex.toString()).doesNotContain(SECRET));
		}
		untold(() -> this.admin.forgetByPrefix("jane."));
		untold(() -> this.admin.importFinished("a", List.of(KEY)));
		assertThat(this.log.list).hasSizeGreaterThan(4)
			.noneSatisfy((event) -> assertThat(event.getFormattedMessage()).contains(SECRET));
		assertThat(target("a").toString()).doesNotContain(SECRET);
	}

	private static ClaimTarget target(String operation) {
		return ClaimTarget.of(operation, KEY);
	}

	@Test
	void pagesGoOnWithoutKeys() {
		this.site.hold("book", KEY + 1, "no");
		this.site.hold("book", KEY + 2, "no");
		ClaimPage first = untold(() -> this.admin.claims(ClaimFilter.open().withLimit(1)));
		assertThat(new String(java.util.Base64.getUrlDecoder().decode(first.next()))).doesNotContain("jane");
		ClaimPage second = this.admin.claims(ClaimFilter.open().withPage(first.next()));
		assertThat(second.claims()).singleElement()
			.satisfies((claim) -> assertThat(claim.epoch()).isGreaterThan(first.claims().get(0).epoch()));
	}

	@Test
	void whatIsListedByKeyIsNotListed() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.admin.claims(ClaimFilter.open().withStatuses(ClaimStatus.DONE, ClaimStatus.HELD)))
			.withMessageContaining("only open claims");
	}

	@Test
	void shortKeysAreNotShownAtAll() {
		KeyMask mask = new ShortMask();
		assertThat(mask.mask("book", "4711")).isEqualTo("…");
		assertThat(mask.mask("book", "123456789")).isEqualTo("…");
		assertThat(mask.mask("book", "1234567890")).isEqualTo("12…90");
		assertThat(mask.mask("book", "😀😀345678😀😀")).isEqualTo("😀😀…😀😀");
	}

	@Test
	void anotherMaskIsAsked() {
		this.site.hold("book", KEY, "no");
		DurableAdmin other = this.site.admin((operation, key) -> operation + "#" + key.length());
		assertThat(other.claims(ClaimFilter.open()).claims()).extracting(ListedClaim::key).containsExactly("book#20");
	}

	@Test
	void aLogLineIsOneLine() {
		this.site.abandon("book", "k");
		this.site.admin.by("eve\nClaim of operation 'x' completed by alice").release(ClaimTarget.of("book", "k"));
		assertThat(this.log.list).extracting(ILoggingEvent::getFormattedMessage)
			.contains("Claim of operation 'book' released by eve?Claim of operation 'x' completed by alice");
	}

	private static <T> T untold(Callable<T> question) {
		try {
			T answer = question.call();
			assertThat(answer.toString()).doesNotContain(SECRET);
			return answer;
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
	}

}
