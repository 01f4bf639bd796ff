package io.istos.admin;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whom Spring Security has authenticated decides.
 */
class AuthenticatedUserTests {

	private final Site site = Site.inMemory();

	@BeforeEach
	void open() {
		this.site.abandon("book", "k");
	}

	@AfterEach
	void close() {
		SecurityContextHolder.clearContext();
		this.site.close();
	}

	private String decide(Authentication authentication) {
		SecurityContextHolder.getContext().setAuthentication(authentication);
		return this.site.admin.by("the one who asks").release(ClaimTarget.of("book", "k")).who();
	}

	@Test
	void theAuthenticatedOneDecides() {
		assertThat(decide(new TestingAuthenticationToken("alice", "n/a", "ROLE_OPS"))).isEqualTo("alice");
		assertThat(this.site.lastAudit()).contains("\"who\":\"alice\"").doesNotContain("n/a");
	}

	@Test
	void nobodyDecidesAnonymously() {
		assertThat(decide(new AnonymousAuthenticationToken("key", "anonymousUser",
				AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"))))
			.isEqualTo("the one who asks");
	}

	@Test
	void whoIsNotAuthenticatedYetDoesNotDecide() {
		assertThat(decide(new TestingAuthenticationToken("alice", "n/a"))).isEqualTo("the one who asks");
	}

	@Test
	void withoutAnybodyTheOneNamedDecides() {
		assertThat(decide(null)).isEqualTo("the one who asks");
	}

}
