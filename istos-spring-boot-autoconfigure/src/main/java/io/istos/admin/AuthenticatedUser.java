package io.istos.admin;

import org.jspecify.annotations.Nullable;

import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Whom Spring Security has authenticated. A class of its own, since that may be absent.
 */
final class AuthenticatedUser implements Author.CurrentUser {

	private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();

	@Override
	public @Nullable String name() {
		Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
		return (authentication != null && this.trust.isAuthenticated(authentication)) ? authentication.getName() : null;
	}

}
