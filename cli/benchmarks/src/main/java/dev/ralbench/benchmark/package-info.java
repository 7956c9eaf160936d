/** Benchmarks of the load engine next to its peers; run by cli/benchmarks/run, and by no test. */
@NullMarked
package dev.ralbench.benchmark;

import org.jspecify.annotations.NullMarked;
