/**
 * Storage in the memory of one process, for tests and for applications that have but one.
 */
@NullMarked
package io.istos.storage.memory;

import org.jspecify.annotations.NullMarked;
