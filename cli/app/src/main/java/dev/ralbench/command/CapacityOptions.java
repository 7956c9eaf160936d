package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.Metrics;
import dev.ralbench.result.Design;
import dev.ralbench.result.Slo;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.yaml.DurationSyntax;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The search for the most users with whom a target keeps to an objective. */
final class CapacityOptions {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,7})-(\\d{1,7})");
    /** An objective in the form of a limit in {@code expect}; {@code =} also means at most. */
    private static final Pattern LIMIT = Pattern.compile("(?<metric>[^<=>]*)(?<operator>[<>]=?|=)(?<limit>.*)");

    static final String USUAL_RANGE = "8-4096";
    private static final int MOST_USERS = 1_000_000;
    static final String USUAL_HOLD = "5s";
    private static final double SETTLE_MILLIS = 1000;
    /** Enough for percentiles, and for a target's once-a-second tasks. */
    private static final double SHORTEST_HOLD_MILLIS = 1000;

    @Option(
            names = "--find-capacity",
            arity = "0..1",
            paramLabel = "FROM-TO",
            parameterConsumer = Range.class,
            description = "In place of the scenario's load: add users, 26 %% at a time, until two levels"
                    + " in a row miss --slo (default: " + USUAL_RANGE + " users).")
    private Optional<String> range = Optional.empty();

    @Option(
            names = "--slo",
            paramLabel = "METRIC=LIMIT",
            description = "With --find-capacity: the objective, such as p99=200ms or errors=1%%. May be given"
                    + " several times (default: the scenario's expect).")
    private List<String> limits = List.of();

    @Option(
            names = "--capacity-hold",
            paramLabel = "TIME",
            description = "With --find-capacity: length of a level (default: " + USUAL_HOLD + ").")
    private Optional<String> hold = Optional.empty();

    private boolean searchesAlways;

    /** Takes the next word only if it looks like a range: it may be the scenario. */
    static final class Range implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
            boolean isRange = !arguments.isEmpty() && arguments.peek().matches("\\d[\\d-]*");
            option.setValue(Optional.of(isRange ? arguments.pop() : USUAL_RANGE));
        }
    }

    /** The first option that has no effect by itself. */
    Optional<String> firstGiven() {
        if (range.isPresent()) {
            return Optional.of(rangeName());
        }
        return limits.isEmpty() ? hold.map(given -> holdName()) : Optional.of("--slo");
    }

    /** Searches unless told otherwise; before the command line is read. */
    void searchAlways() {
        range = Optional.of(USUAL_RANGE);
        searchesAlways = true;
    }

    /** How the range is called in the command that was typed. */
    String rangeName() {
        return searchesAlways ? CapacityCommand.RANGE : "--find-capacity";
    }

    private String holdName() {
        return searchesAlways ? CapacityCommand.HOLD : "--capacity-hold";
    }

    boolean isAsked() {
        return range.isPresent();
    }

    /** The search, if requested. */
    Optional<Design.Capacity> capacity(Scenario scenario) {
        return range.map(given -> capacity(given, scenario));
    }

    private Design.Capacity capacity(String given, Scenario scenario) {
        if (scenario.load().timeline().open().findAny().isPresent()) {
            throw Failure.usage(
                    rangeName() + ": scenario " + scenario.name() + " has an open load",
                    "the search adds users, and requests that arrive at a rate have none",
                    "make the load of the scenario a closed one; its shape does not matter");
        }
        var ends = RANGE.matcher(given);
        if (!ends.matches()) {
            throw Failure.usage(
                    rangeName() + ": needs two numbers of users, got \"" + given + "\"",
                    "",
                    "write " + rangeName() + "=" + USUAL_RANGE);
        }
        int from = Integer.parseInt(ends.group(1));
        int to = Integer.parseInt(ends.group(2));
        if (from < 1 || to <= from || to > MOST_USERS) {
            throw Failure.usage(
                    rangeName() + ": must be FROM-TO with 1 ≤ FROM < TO ≤ " + MOST_USERS + ", got " + given,
                    "",
                    "write " + rangeName() + "=" + USUAL_RANGE);
        }
        double holdMillis = Clock.millis(DurationSyntax.ofOption(holdName(), hold.orElse(USUAL_HOLD)));
        if (holdMillis < SHORTEST_HOLD_MILLIS) {
            throw Failure.usage(
                    holdName() + ": must be at least 1s, got " + hold.orElse(USUAL_HOLD),
                    "",
                    "write " + holdName() + "=" + USUAL_HOLD);
        }
        return new Design.Capacity(slo(scenario), from, to, SETTLE_MILLIS, holdMillis);
    }

    private Map<String, String> slo(Scenario scenario) {
        var slo = new LinkedHashMap<String, String>();
        if (limits.isEmpty()) {
            scenario.expected().limits().stream()
                    .filter(expected -> expected.level().isEmpty() && Slo.METRICS.contains(expected.metric()))
                    .forEach(expected -> slo.put(expected.key(), expected.written()));
        }
        limits.stream().map(CapacityOptions::limit).forEach(limit -> slo.put(limit.key(), limit.written()));
        if (slo.isEmpty()) {
            throw Failure.usage(
                    "there is no objective to search for",
                    scenario.name() + " limits neither response time nor errors",
                    "add --slo p99=200ms, or whatever limit suits");
        }
        return slo;
    }

    private static MetricLimit limit(String text) {
        var parts = LIMIT.matcher(text);
        if (!parts.matches()) {
            throw wrong(text, "needs a metric, = and a limit");
        }
        var name = parts.group("metric").strip();
        var metric = Metrics.find(name)
                .filter(Slo.METRICS::contains)
                .orElseThrow(() -> wrong(text, "unknown metric " + name + "; " + NearestName.hint(name, keys())));
        var operator = parts.group("operator").equals("=") ? "<=" : parts.group("operator");
        try {
            return MetricLimit.parse(metric, operator + parts.group("limit"));
        } catch (IllegalArgumentException e) {
            throw wrong(text, String.valueOf(e.getMessage())).causedBy(e);
        }
    }

    private static List<String> keys() {
        return Slo.METRICS.stream().map(Metric::key).sorted().collect(Collectors.toList());
    }

    private static Failure wrong(String text, String why) {
        return Failure.usage("--slo " + text + ": " + why, "", "write --slo p99=200ms or --slo errors=1%");
    }
}
