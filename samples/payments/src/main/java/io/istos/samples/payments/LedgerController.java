package io.istos.samples.payments;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.istos.data.LedgerCall;
import io.istos.data.LedgerCalls;

/**
 * Shows the ledger's side of the payments, to read only.
 */
@RestController
class LedgerController {

	private static final int PAGE_SIZE = 20;

	private static final Sort NEWEST_FIRST = Sort.by("claimedAt").descending().and(Sort.by("key"));

	private final LedgerCalls calls;

	private final String namespace;

	LedgerController(LedgerCalls calls, @Value("${istos.namespace}") String namespace) {
		this.calls = calls;
		this.namespace = namespace;
	}

	@GetMapping("/ledger")
	LedgerPage ledger(@RequestParam(defaultValue = "0") int page) {
		Slice<LedgerCall> slice = this.calls.findByNamespaceAndOperation(this.namespace, "payment.charge",
				PageRequest.of(Math.max(page, 0), PAGE_SIZE, NEWEST_FIRST));
		return LedgerPage.of(slice);
	}

}
