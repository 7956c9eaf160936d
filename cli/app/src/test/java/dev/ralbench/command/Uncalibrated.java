package dev.ralbench.command;

import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.trial.calibration.Calibration;
import java.util.Optional;

/** ralbench as users have it, but for the calibration, which takes a fresh JVM seconds: a ceiling that no test comes near. */
final class Uncalibrated {
    static final Calibration CEILING = load -> new Ceiling(64, 1_000_000, Optional.of(0.06), Optional.of(0.2));

    private Uncalibrated() {}

    public static void main(String[] args) {
        Main.run(environment -> CEILING, args);
    }
}
