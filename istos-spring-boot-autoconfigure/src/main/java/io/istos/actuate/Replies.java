package io.istos.actuate;

import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

import io.istos.InvalidKeyException;
import io.istos.StorageUnavailableException;
import io.istos.admin.DecisionRefusedException;
import io.istos.storage.DecisionAnswer;

/**
 * Answers and refusals as replies over HTTP.
 */
final class Replies {

	private static final int CONFLICT = 409;

	private Replies() {
	}

	static WebEndpointResponse<Map<String, Object>> to(Supplier<? extends @Nullable Map<String, Object>> question,
			String nothing) {
		try {
			Map<String, Object> answer = question.get();
			return (answer != null) ? new WebEndpointResponse<>(answer)
					: message(nothing, WebEndpointResponse.STATUS_NOT_FOUND);
		}
		catch (DecisionRefusedException ex) {
			boolean unknown = (ex.answer() == DecisionAnswer.NOT_FOUND);
			return message(ex.getMessage(), unknown ? WebEndpointResponse.STATUS_NOT_FOUND : CONFLICT);
		}
		catch (IllegalArgumentException | InvalidKeyException ex) {
			return message(ex.getMessage(), WebEndpointResponse.STATUS_BAD_REQUEST);
		}
		catch (StorageUnavailableException ex) {
			return message(ex.getMessage(), WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
		}
	}

	private static WebEndpointResponse<Map<String, Object>> message(@Nullable String message, int status) {
		return new WebEndpointResponse<>(OperationResponseBody.of(Map.of("message", String.valueOf(message))), status);
	}

}
