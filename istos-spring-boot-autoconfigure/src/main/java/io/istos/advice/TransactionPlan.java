package io.istos.advice;

import java.lang.reflect.Method;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.util.ReflectionUtils;

/**
 * The transaction that the interceptor around a method is going to begin.
 *
 * @param interceptor the interceptor; {@code null} if the method is not transactional
 * @param attribute how the transaction begins
 * @param manager which manager begins it
 */
record TransactionPlan(@Nullable TransactionAspectSupport interceptor, @Nullable TransactionAttribute attribute,
		@Nullable TransactionManager manager) {

	// What the interceptor chooses depends on qualifiers, configurers and its subclass:
	// it is asked, not imitated.
	static final Method DETERMINE = Objects.requireNonNull(ReflectionUtils.findMethod(TransactionAspectSupport.class,
			"determineTransactionManager", TransactionAttribute.class, Class.class));

	static {
		ReflectionUtils.makeAccessible(DETERMINE);
	}

	static TransactionPlan of(@Nullable TransactionAspectSupport interceptor, MethodSource source) {
		TransactionAttribute attribute = (interceptor != null) ? attribute(interceptor, source) : null;
		if (interceptor == null || attribute == null) {
			return new TransactionPlan(null, null, null);
		}
		return new TransactionPlan(interceptor, attribute, manager(interceptor, attribute, source));
	}

	static @Nullable TransactionAttribute attribute(TransactionAspectSupport interceptor, MethodSource source) {
		TransactionAttributeSource attributes = interceptor.getTransactionAttributeSource();
		return (attributes != null) ? attributes.getTransactionAttribute(source.method(), source.targetClass()) : null;
	}

	private static @Nullable TransactionManager manager(TransactionAspectSupport interceptor,
			TransactionAttribute attribute, MethodSource source) {
		try {
			return (TransactionManager) ReflectionUtils.invokeMethod(DETERMINE, interceptor, attribute,
					source.targetClass());
		}
		catch (RuntimeException ex) {
			throw source.refusal("is transactional, but its transaction manager can't be told: " + ex.getMessage(),
					"Name one with @Transactional(transactionManager = \"…\"), or mark one @Primary", ex);
		}
	}

}
