package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.Metrics;
import dev.ralbench.result.Slo;
import dev.ralbench.session.RunRequest;
import dev.ralbench.yaml.DurationSyntax;
import java.util.List;
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

    @Option(
            names = "--find-capacity",
            arity = "0..1",
            paramLabel = "FROM-TO",
            parameterConsumer = Range.class,
            description = "In place of the scenario's load: add users, 26 %% at a time, until two levels"
                    + " in a row miss --slo (default: " + RunRequest.CAPACITY_RANGE + " users).")
    private Optional<String> range = Optional.empty();

    @Option(
            names = "--slo",
            paramLabel = "METRIC=LIMIT",
            description = "With --find-capacity: the objective, such as p99=200ms or errors=1%%, and p99@order=300ms"
                    + " for one request or journey. May be given several times (default: the scenario's expect).")
    private List<String> limits = List.of();

    @Option(
            names = "--capacity-hold",
            paramLabel = "TIME",
            description = "With --find-capacity: length of a level (default: " + RunRequest.CAPACITY_HOLD + ").")
    private Optional<String> hold = Optional.empty();

    private boolean searchesAlways;

    /** Takes the next word only if it looks like a range: it may be the scenario. */
    static final class Range implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
            boolean isRange = !arguments.isEmpty() && arguments.peek().matches("\\d[\\d-]*");
            option.setValue(Optional.of(isRange ? arguments.pop() : RunRequest.CAPACITY_RANGE));
        }
    }

    /** Searches unless told otherwise; before the command line is read. */
    void searchAlways() {
        range = Optional.of(RunRequest.CAPACITY_RANGE);
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

    RunRequest addTo(RunRequest request) {
        var named = request.namingCapacity(rangeName(), holdName())
                .slo(limits.stream().map(CapacityOptions::limit).toList());
        var held = hold.map(text -> named.capacityHold(DurationSyntax.ofOption(holdName(), text)))
                .orElse(named);
        return range.map(text -> addRange(held, text)).orElse(held);
    }

    private RunRequest addRange(RunRequest request, String text) {
        var ends = RANGE.matcher(text);
        if (!ends.matches()) {
            throw Failure.usage(
                    rangeName() + ": needs two numbers of users, got \"" + text + "\"",
                    "",
                    "write " + rangeName() + "=" + RunRequest.CAPACITY_RANGE);
        }
        return request.findCapacity(Integer.parseInt(ends.group(1)), Integer.parseInt(ends.group(2)));
    }

    private static MetricLimit limit(String text) {
        var parts = LIMIT.matcher(text);
        if (!parts.matches()) {
            throw wrong(text, "needs a metric, = and a limit");
        }
        var name = parts.group("metric").strip();
        var metric = Metrics.find(name)
                .filter(Slo::judgesBy)
                .orElseThrow(() -> wrong(text, "unknown metric " + name + "; " + hint(name)));
        var operator = parts.group("operator").equals("=") ? "<=" : parts.group("operator");
        try {
            return MetricLimit.parse(metric, operator + parts.group("limit"));
        } catch (IllegalArgumentException e) {
            throw wrong(text, String.valueOf(e.getMessage())).causedBy(e);
        }
    }

    private static String hint(String name) {
        boolean judges =
                Metrics.find(name.replaceFirst("@.*", "")).filter(Slo::judgesBy).isPresent();
        return name.contains("@") && judges
                ? Metrics.hint(name)
                : NearestName.hint(name.replaceFirst("@.*", ""), keys());
    }

    private static List<String> keys() {
        return Slo.METRICS.stream().map(Metric::key).sorted().collect(Collectors.toList());
    }

    private static Failure wrong(String text, String why) {
        return Failure.usage("--slo " + text + ": " + why, "", "write --slo p99=200ms or --slo errors=1%");
    }
}
