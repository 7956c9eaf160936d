package dev.ralbench.junit;

import dev.ralbench.Failure;
import dev.ralbench.gate.Gate;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.VariantFigures;
import dev.ralbench.result.VariantResult;
import dev.ralbench.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a load test measured. {@link RalbenchAssertions} asserts on its variants and figures.
 *
 * <p>Names that the run does not have end the test with an {@link AssertionError} that lists those that it has.
 */
public final class RalbenchRun {
    private final RunResult result;
    private final Optional<Path> file;
    private final Scenario scenario;
    private final Optional<Gate> gate;

    /**
     * @param file empty if it could be written nowhere
     * @param gate that defined the run, if one did
     */
    RalbenchRun(RunResult result, Optional<Path> file, Scenario scenario, Optional<Gate> gate) {
        this.result = result;
        this.file = file;
        this.scenario = scenario;
        this.gate = gate;
    }

    /** Everything that the result file has. */
    public RunResult result() {
        return result;
    }

    /** The result file, for {@code ralbench report}; empty if it could be written nowhere. */
    public Optional<Path> file() {
        return file;
    }

    Scenario scenario() {
        return scenario;
    }

    Optional<Gate> gate() {
        return gate;
    }

    /** The last lines of a message: how to see more. */
    String details() {
        return file.map(path -> "\nDetails: ralbench report " + Results.shown(path))
                .orElse("");
    }

    /** One of several variants, by its name in the scenario. */
    public Variant variant(String name) {
        var found = RalbenchFailures.asserting(this, () -> result.variant(name));
        return new Variant(this, found);
    }

    private Variant only() {
        var names = result.variants();
        if (names.size() != 1) {
            throw RalbenchFailures.error(
                    this,
                    Failure.usage(
                            "the run has several variants",
                            String.join(", ", names),
                            "name one: variant(NAME).level(USERS)"));
        }
        return variant(names.getFirst());
    }

    /** The figures of the only variant with so many users. */
    public Figures level(int users) {
        return only().level(users);
    }

    /** The figures of the only variant at a level, by its name in reports, such as {@code 20} or {@code 100/s}. */
    public Figures level(String name) {
        return only().level(name);
    }

    /** The figures of the only variant over the whole load, without its warm-up. */
    public Figures wholeRun() {
        return only().wholeRun();
    }

    /** What was measured of one variant. */
    public static final class Variant {
        private final RalbenchRun run;
        private final VariantResult measured;

        private Variant(RalbenchRun run, VariantResult measured) {
            this.run = run;
            // A gate goes on without an invalid trial; any other run with one has failed before.
            this.measured = new VariantResult(
                    measured.name(),
                    measured.trials().stream().filter(TrialResult::counts).toList());
        }

        public String name() {
            return measured.name();
        }

        RalbenchRun run() {
            return run;
        }

        List<TrialResult> trials() {
            return measured.trials();
        }

        /** The figures with so many users. */
        public Figures level(int users) {
            return level(Level.ofUsers(users));
        }

        /** The figures at a level, by its name in reports, such as {@code 20} or {@code 100/s}. */
        public Figures level(String name) {
            return level(Level.find(name)
                    .orElseThrow(() -> RalbenchFailures.error(
                            run,
                            Failure.usage(
                                    name + " is no level",
                                    "",
                                    "write it as reports do: 20 for so many users, 100/s for a rate"))));
        }

        private Figures level(Level level) {
            var figures = RalbenchFailures.asserting(run, () -> measured.level(level));
            return new Figures(this, level.isRate() ? "at " + level.name() : "at " + level.inWords(), figures);
        }

        /** The figures of the whole load, without its warm-up. */
        public Figures wholeRun() {
            return new Figures(this, "over the whole run", measured.wholeRun());
        }
    }

    /** The figures of one variant at one level, over all its trials: the same as in reports. */
    public static final class Figures {
        private final Variant variant;
        private final String place;
        private final VariantFigures measured;

        private Figures(Variant variant, String place, VariantFigures measured) {
            this.variant = variant;
            this.place = place;
            this.measured = measured;
        }

        /** The median response time of successful requests. */
        public Figure p50() {
            return figure(RequestMetrics.P50);
        }

        /** 90 of 100 successful requests took no longer than this. */
        public Figure p90() {
            return figure(RequestMetrics.P90);
        }

        /** 99 of 100 successful requests took no longer than this. */
        public Figure p99() {
            return figure(RequestMetrics.P99);
        }

        /** Successful responses per second. */
        public Figure goodput() {
            return figure(RequestMetrics.GOODPUT);
        }

        /** Failed requests as a share of those that ended, from 0 to 1. */
        public Figure errors() {
            return figure(RequestMetrics.ERRORS);
        }

        /** Any metric, by its name in gates and reports: {@code max}, {@code first-byte.p99}, {@code p99@order}. */
        public Figure metric(String key) {
            return figure(RalbenchFailures.metric(key));
        }

        private Figure figure(Metric metric) {
            return new Figure(variant, metric, place, measured.of(metric));
        }
    }

    /** One figure, with all that a message about it says. */
    public static final class Figure {
        private final Variant variant;
        private final Metric metric;
        private final String place;
        private final OptionalDouble value;

        private Figure(Variant variant, Metric metric, String place, OptionalDouble value) {
            this.variant = variant;
            this.metric = metric;
            this.place = place;
            this.value = value;
        }

        /** In the metric's unit: milliseconds of a response time, a share from 0 to 1 of errors. Empty if there were too few requests to state it. */
        public OptionalDouble value() {
            return value;
        }

        Metric metric() {
            return metric;
        }

        Variant variant() {
            return variant;
        }

        /** Such as {@code p99 at 20 users}. */
        @Override
        public String toString() {
            return metric.key() + " " + place;
        }
    }
}
