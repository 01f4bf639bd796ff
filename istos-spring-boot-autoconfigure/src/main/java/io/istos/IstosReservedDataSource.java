package io.istos;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks a {@code DataSource} for Istos's own short transactions, on the ledger's
 * database. Needed when the ledger's pool can't be copied: another pool than HikariCP, or
 * a routing data source. It must not be the application's pool, whose exhaustion would
 * let claims lapse.
 */
@Documented
@Qualifier
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
public @interface IstosReservedDataSource {

}
