/** Predictions that the reproduction of one study needs: calls that share workers, threads, requests that hang. */
@NullMarked
package dev.ralbench.prediction;

import org.jspecify.annotations.NullMarked;
