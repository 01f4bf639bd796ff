/**
 * Health of the ledger and of the engine, where the application has Boot's health
 * support.
 */
@NullMarked
package io.istos.health;

import org.jspecify.annotations.NullMarked;
