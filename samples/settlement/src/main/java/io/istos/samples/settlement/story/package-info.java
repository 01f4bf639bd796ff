/**
 * Three nodes, of which one is killed, one is stopped past its lease, and one says
 * good-bye: the jobs put to the test.
 */
@NullMarked
package io.istos.samples.settlement.story;

import org.jspecify.annotations.NullMarked;
