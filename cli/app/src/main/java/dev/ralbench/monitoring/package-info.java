/** Figures for monitoring systems: of runs while they go on, and of stored ones, for Prometheus and OpenTelemetry. */
@NullMarked
package dev.ralbench.monitoring;

import org.jspecify.annotations.NullMarked;
