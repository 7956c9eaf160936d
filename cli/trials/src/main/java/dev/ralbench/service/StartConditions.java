package dev.ralbench.service;

import dev.ralbench.ResourceLimits;
import dev.ralbench.tls.TlsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Conditions on a target's start.
 *
 * @param port that it must listen on; empty for any free one
 * @param limits for it and all that it starts
 * @param tls present if it is reached by https
 * @param readyWithin how long it may take until it answers, if not the usual time
 * @param directory that it is started in, if not that of ralbench
 */
public record StartConditions(
        OptionalInt port,
        ResourceLimits limits,
        Optional<TlsSettings> tls,
        Optional<Duration> readyWithin,
        Optional<Path> directory) {

    /** Any port, all of the machine, http, and the usual time. */
    static StartConditions usual() {
        return new StartConditions(
                OptionalInt.empty(), ResourceLimits.none(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    StartConditions on(int chosen) {
        return new StartConditions(OptionalInt.of(chosen), limits, tls, readyWithin, directory);
    }

    StartConditions limitedTo(ResourceLimits most) {
        return new StartConditions(port, most, tls, readyWithin, directory);
    }

    StartConditions with(Optional<TlsSettings> settings) {
        return new StartConditions(port, limits, settings, readyWithin, directory);
    }

    StartConditions readyWithin(Optional<Duration> limit) {
        return new StartConditions(port, limits, tls, limit, directory);
    }

    StartConditions in(Path place) {
        return new StartConditions(port, limits, tls, readyWithin, Optional.of(place));
    }
}
