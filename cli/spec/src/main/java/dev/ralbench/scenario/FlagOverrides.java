package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.yaml.DurationSyntax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The options that change the load, as typed. The reader of the file's own values parses and checks them as well.
 *
 * @param users {@code --users}
 * @param rate {@code --rate}
 * @param requests {@code --requests}
 * @param duration {@code --duration}
 * @param steps {@code --steps}: numbers of users separated by commas, each held for {@code hold}
 * @param hold {@code --hold}
 * @param think {@code --think}
 * @param timeout {@code --timeout}
 * @param stopAfter {@code --stop-after}
 * @param warmUp {@code --warm-up}: requests before the load
 */
public record FlagOverrides(
        Optional<String> users,
        Optional<String> rate,
        Optional<String> requests,
        Optional<String> duration,
        Optional<String> steps,
        Optional<String> hold,
        Optional<String> think,
        Optional<String> timeout,
        Optional<String> stopAfter,
        Optional<String> warmUp) {

    /** Overrides for a command without any of these options. */
    public static FlagOverrides none() {
        return new FlagOverrides(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The options that say which shape the load has, or when it ends: those that are given, in the order of the help. */
    public List<String> ofShape() {
        var given = new ArrayList<String>();
        users.ifPresent(text -> given.add("--users"));
        rate.ifPresent(text -> given.add("--rate"));
        requests.ifPresent(text -> given.add("--requests"));
        duration.ifPresent(text -> given.add("--duration"));
        steps.ifPresent(text -> given.add("--steps"));
        hold.ifPresent(text -> given.add("--hold"));
        stopAfter.ifPresent(text -> given.add("--stop-after"));
        return given;
    }

    /** These options for a load that is only a URL, which has its own defaults for users and duration. */
    public FlagOverrides ofUrl() {
        return new FlagOverrides(
                requests.isPresent() ? users.or(() -> Optional.of(UrlScenario.USERS)) : users,
                rate,
                requests,
                rate.isPresent() ? duration.or(() -> Optional.of(UrlScenario.HOLD)) : duration,
                steps,
                hold,
                think,
                timeout,
                stopAfter,
                warmUp);
    }

    public Overrides overrides() {
        var values = new ArrayList<GivenValue>();
        values.addAll(shape());
        values.addAll(stepValues());
        timeout.ifPresent(text -> values.add(new GivenValue("load.timeout", text, "--timeout")));
        think.ifPresent(text -> values.add(new GivenValue("load.think", text, "--think")));
        stopAfter.ifPresent(text -> values.add(new GivenValue("load.stopAfter", text, "--stop-after")));
        warmUp.ifPresent(text -> values.add(new GivenValue("load.warmUp.requests", text, "--warm-up")));
        return Overrides.of(values);
    }

    private List<GivenValue> shape() {
        if (rate.isPresent() && requests.isPresent()) {
            throw both("--rate and --requests cannot be combined", "Both set the load.");
        }
        if (requests.isPresent() && duration.isPresent()) {
            throw both("--requests and --duration cannot be combined", "The load ends when its requests are done.");
        }
        return rate.map(this::arrivals)
                .or(() -> requests.map(this::counted))
                .orElseGet(() -> ConstantLoad.of(users, "--users", duration, "--duration"));
    }

    private List<GivenValue> arrivals(String perSecond) {
        var values = new ArrayList<GivenValue>();
        values.add(new GivenValue("load.open.rate.perSecond", perSecond, "--rate"));
        users.ifPresent(text -> values.add(new GivenValue("load.open.rate.users", text, "--users")));
        duration.ifPresent(text -> {
            values.add(new GivenValue("load.open.rate.hold", text, "--duration"));
            values.add(ConstantLoad.noStop("--duration"));
        });
        return values;
    }

    private List<GivenValue> counted(String total) {
        var values = new ArrayList<GivenValue>();
        values.add(new GivenValue("load.closed.requests.requests", total, "--requests"));
        users.ifPresent(text -> values.add(new GivenValue("load.closed.requests.users", text, "--users")));
        values.add(ConstantLoad.noStop("--requests"));
        return values;
    }

    private List<GivenValue> stepValues() {
        if (steps.isEmpty() && hold.isEmpty()) {
            return List.of();
        }
        if (users.isPresent() || duration.isPresent()) {
            throw wrong("--users and --duration cannot be combined with --steps and --hold", "Both set the load.");
        }
        if (rate.isPresent() || requests.isPresent()) {
            throw wrong("--rate and --requests cannot be combined with --steps and --hold", "Both set the load.");
        }
        if (steps.isEmpty() || hold.isEmpty()) {
            throw wrong(steps.isEmpty() ? "--hold: needs --steps" : "--steps: needs --hold", "");
        }
        var parts = Arrays.stream(steps.get().split(",", -1))
                .map(step -> "{constant: {users: " + number(step.strip()) + ", hold: " + hold(hold.get()) + "}}")
                .collect(Collectors.joining(", ", "[", "]"));
        return List.of(new GivenValue("load.closed.sequence", parts, "--steps"), ConstantLoad.noStop("--steps"));
    }

    private static String number(String step) {
        if (!step.matches("\\d{1,9}")) {
            throw wrong("--steps: needs whole numbers separated by commas, got \"" + step + "\"", "");
        }
        return step;
    }

    private static String hold(String text) {
        try {
            return DurationSyntax.ANY.written(DurationSyntax.parse(text));
        } catch (IllegalArgumentException e) {
            throw wrong("--hold: " + e.getMessage(), "").causedBy(e);
        }
    }

    private static Failure both(String what, String why) {
        return Failure.usage(what, why, "Leave one of them out.");
    }

    private static Failure wrong(String what, String why) {
        return Failure.usage(what, why, "Write --users 50 --duration 30s, or --steps 10,50,100 --hold 30s.");
    }
}
