/** Starts, probes and stops the services under test; knows nothing of scenarios and load. */
@NullMarked
package dev.ralbench.service;

import org.jspecify.annotations.NullMarked;
