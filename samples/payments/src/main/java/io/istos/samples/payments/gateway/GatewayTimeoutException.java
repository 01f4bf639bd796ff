package io.istos.samples.payments.gateway;

public class GatewayTimeoutException extends RuntimeException {

	GatewayTimeoutException(String order) {
		super("The gateway gave no answer for order " + order + "; whether it took the money is unknown");
	}

}
