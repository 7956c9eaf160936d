package dev.ralbench.process;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Asks a service once whether it can be used. */
@FunctionalInterface
public interface ReadyCheck {
    /**
     * One attempt, which waits for an answer only as long as {@code goOn} holds.
     *
     * @return empty when the service is ready; otherwise the outcome, in a few words
     */
    Optional<String> missing(BooleanSupplier goOn);
}
