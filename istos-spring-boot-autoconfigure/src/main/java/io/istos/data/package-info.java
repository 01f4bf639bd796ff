/**
 * The ledger as Spring Data JDBC repositories, to read only. For applications that have
 * Spring Data JDBC.
 */
@NullMarked
package io.istos.data;

import org.jspecify.annotations.NullMarked;
