package dev.ralbench.process;

/** How the wait for a started service ended. */
public sealed interface ReadyOutcome {
    record Ready(double afterSeconds) implements ReadyOutcome {}

    record Died(int exitCode) implements ReadyOutcome {}

    record NotInTime(String last) implements ReadyOutcome {}
}
