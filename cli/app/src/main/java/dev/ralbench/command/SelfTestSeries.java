package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.gate.Gate;
import dev.ralbench.result.SelfTestResult.SelfTestedRun;
import dev.ralbench.selftest.SelfTestRuns.Planned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Makes the planned runs of a self-test one after the other, until all are made or one cannot be. */
final class SelfTestSeries {
    private final List<Planned> planned;
    private final SelfTestFindings findings;
    private final RunMaker maker;
    private final Supplier<Optional<ExitCode>> signal;

    /** How a run has ended. */
    sealed interface Made {}

    /**
     * The run finished.
     *
     * @param gate that judged it
     * @param trouble to report as well: its result could not be written, or something it started not be ended
     */
    record Complete(SelfTestedRun run, Gate gate, Optional<Failure> trouble) implements Made {}

    /**
     * The user stopped it; its partial data says nothing.
     *
     * @param signal the exit code that the signal asks for
     */
    record Stopped(ExitCode signal) implements Made {}

    /** Makes one run. */
    interface RunMaker {
        /**
         * Makes and judges it.
         *
         * @param file for the run's own result; made by this call, and possibly left behind empty
         * @throws Failure when it cannot be made
         */
        Made make(Planned planned, long seed, Path file);
    }

    /** Receives each finished run. */
    interface Listener {
        void made(int number, SelfTestedRun run);
    }

    /**
     * Runs nothing yet.
     *
     * @param signal one that came between two runs
     * @throws Failure if a run's file exists already, which would otherwise show only at its turn
     */
    SelfTestSeries(
            List<Planned> planned, SelfTestFindings findings, RunMaker maker, Supplier<Optional<ExitCode>> signal) {
        this.planned = planned;
        this.findings = findings;
        this.maker = maker;
        this.signal = signal;
        for (int number = 1; number <= planned.size(); number++) {
            refuseExisting(file(number));
        }
    }

    /**
     * Makes them.
     *
     * @return the signal that ended it early
     * @throws Failure when a run cannot be made, or leaves something that would disturb the next one; earlier findings
     *     are kept
     */
    Optional<ExitCode> make(RandomGenerator seeds, Listener listener) {
        for (int number = 1; number <= planned.size(); number++) {
            if (signal.get().isPresent()) {
                return signal.get();
            }
            var file = file(number);
            switch (maker.make(planned.get(number - 1), seeds.nextLong(1L << 32), file)) {
                case Stopped stopped -> {
                    return Optional.of(stopped.signal());
                }
                case Complete complete -> keep(number, complete, listener);
            }
        }
        return signal.get();
    }

    private void keep(int number, Complete complete, Listener listener) {
        findings.add(complete.run(), complete.gate());
        listener.made(number, complete.run());
        if (complete.trouble().isPresent()) {
            throw complete.trouble().get();
        }
    }

    private Path file(int number) {
        return findings.directory()
                .resolve(number + "-" + planned.get(number - 1).head() + ".json");
    }

    private static void refuseExisting(Path file) {
        if (Files.exists(file)) {
            throw Failure.usage(
                    file + " exists already",
                    "a run of an earlier self-test is kept there, and a result is never overwritten by another run",
                    "remove it, or give --output another name");
        }
    }
}
