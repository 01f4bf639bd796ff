package io.istos.verification.stress;

/**
 * Thrown to roll back.
 */
final class OnPurposeException extends RuntimeException {

}
