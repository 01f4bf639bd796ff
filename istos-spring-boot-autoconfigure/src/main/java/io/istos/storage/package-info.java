/**
 * The storage port: what the engine asks of a store. Values cross it as JSON text; an
 * adapter never sees an application's class.
 */
@NullMarked
package io.istos.storage;

import org.jspecify.annotations.NullMarked;
