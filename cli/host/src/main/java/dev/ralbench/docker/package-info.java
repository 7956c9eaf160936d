/** Runs services in containers on the host network, through Testcontainers; all that knows of Docker is here. */
@NullMarked
package dev.ralbench.docker;

import org.jspecify.annotations.NullMarked;
