/** The report page of a run that goes on, served on loopback: what watches the run, and what browsers are told of it. */
@NullMarked
package dev.ralbench.dashboard;

import org.jspecify.annotations.NullMarked;
