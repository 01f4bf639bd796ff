package io.istos.samples.payments;

import java.math.BigDecimal;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;

/**
 * What a client asks for.
 *
 * @param order the order to pay
 * @param amount the amount
 * @param currency the currency, by its three letters
 */
public record PaymentRequest(@NotBlank String order, @NotNull @Positive BigDecimal amount,
		@NotNull @Pattern(regexp = "[A-Z]{3}") String currency) {
}
