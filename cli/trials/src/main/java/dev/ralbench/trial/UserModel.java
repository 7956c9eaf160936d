package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.load.AbortRule;
import dev.ralbench.load.Level;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.Phase;
import dev.ralbench.load.Replay;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.Quantity;
import dev.ralbench.scenario.ScenarioSetup;
import dev.ralbench.scenario.ScenarioWorkload;
import dev.ralbench.scenario.ScenarioWorkload.Journey;
import dev.ralbench.scenario.ScenarioWorkload.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Says in one sentence what a user of a load is and does, and how requests arrive if there are no users, because every
 * tool means something else by it.
 */
public final class UserModel {
    private UserModel() {}

    /**
     * Such as {@code 1024 users, one connection each, no think time, timeout 10 s, ...}, or {@code open: 500 requests/s,
     * evenly spaced, at most 1000 connections, ...}.
     */
    public static String sentence(LoadPlan plan, Optional<ScenarioWorkload> workload, ScenarioSetup setup) {
        var journeys = workload.filter(ScenarioWorkload::hasJourneys)
                .map(ScenarioWorkload::journeys)
                .orElse(List.of());
        var open = plan.timeline().open().toList();
        boolean isClosed = open.size()
                < plan.timeline().phases().stream().filter(Phase::isMeasured).count();
        var parts = new ArrayList<String>();
        if (isClosed) {
            parts.add((open.isEmpty() ? "" : "closed: ") + users(plan.timeline().maxUsers()) + " at most");
            parts.add(plan.keepAlive() ? "one connection each" : "a new connection for each request");
            parts.add(think(plan.think(), journeys));
        }
        if (!journeys.isEmpty()) {
            parts.add(inWords(journeys));
        }
        workload.flatMap(each -> shares(each, plan.timeline().maxUsers())).ifPresent(parts::add);
        parts.addAll(around(setup));
        if (!plan.sources().isEmpty()) {
            int count = plan.sources().size();
            parts.add("from " + count + (count == 1 ? " local address" : " local addresses in turn"));
        }
        if (!open.isEmpty()) {
            parts.addAll(open(open, plan.keepAlive(), journeys.isEmpty() ? "request" : "journey"));
        }
        parts.add("timeout " + text(plan.timeout()));
        warmUp(plan).ifPresent(parts::add);
        limits(plan).ifPresent(parts::add);
        parts.add(atTheEnd(plan));
        parts.add(
                plan.onFailure() == LoadPlan.OnFailure.ABORT
                        ? "the first failed request ends the load"
                        : "failed requests are counted");
        plan.abortWhen().map(UserModel::abort).ifPresent(parts::add);
        return String.join(", ", parts);
    }

    private static String abort(AbortRule rule) {
        return "ends when the last " + text(rule.span()) + " have "
                + rule.limits().stream()
                        .map(limit -> switch (limit) {
                            case AbortRule.Errors errors ->
                                "more than " + Quantity.shown(MetricUnit.SHARE, errors.mostShare()) + " errors";
                            case AbortRule.SlowResponses slow -> "a " + slow.figure() + " above " + text(slow.most());
                        })
                        .collect(Collectors.joining(" or "));
    }

    private static String think(Duration ofLoad, List<Journey> journeys) {
        boolean haveOwn = journeys.stream()
                .anyMatch(journey -> journey.pace().isPresent()
                        || journey.steps().stream()
                                .anyMatch(step -> step.think().isPresent()));
        if (haveOwn) {
            return "think times of its journeys, elsewhere " + (ofLoad.isZero() ? "none" : text(ofLoad));
        }
        return ofLoad.isZero() ? "no think time" : "think time " + text(ofLoad);
    }

    private static Optional<String> shares(ScenarioWorkload workload, int users) {
        return workload.shares().map(shares -> {
            var counts = shares.counts(users);
            return IntStream.range(0, counts.size())
                    .mapToObj(i ->
                            counts.get(i) + " for " + workload.journeys().get(i).name())
                    .collect(Collectors.joining(" and "));
        });
    }

    private static String inWords(List<Journey> journeys) {
        int steps =
                journeys.stream().mapToInt(journey -> journey.steps().size()).sum();
        return journeys.size() == 1
                ? "1 journey of " + (steps == 1 ? "1 step" : steps + " steps")
                : journeys.size() + " journeys of " + steps + " steps in all";
    }

    /** What is sent around all of that. */
    private static List<String> around(ScenarioSetup setup) {
        return Stream.of(
                        uncounted(setup.beforeLoad(), "before the load"),
                        uncounted(setup.beforeUser(), "before each user's first request"),
                        uncounted(setup.afterUser(), "after each user's last request"),
                        uncounted(setup.afterLoad(), "after the load"))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> uncounted(List<Step> steps, String when) {
        return steps.isEmpty()
                ? Optional.empty()
                : Optional.of(steps.size() + (steps.size() == 1 ? " uncounted step " : " uncounted steps ") + when);
    }

    /**
     * @param phases at least one
     * @param arriving what arrives: {@code request} or {@code journey}
     */
    private static List<String> open(List<Phase.Open> phases, boolean keepAlive, String arriving) {
        var parts = new ArrayList<String>();
        parts.add("open: " + rates(phases, arriving));
        phases.stream()
                .flatMap(phase -> phase.arrivals().replay().stream())
                .map(Replay::words)
                .forEach(parts::add);
        parts.add(phases.stream()
                .map(phase -> phase.arrivals().spacing().words())
                .distinct()
                .collect(Collectors.joining(" or ")));
        int most = phases.stream().mapToInt(Phase.Open::connections).max().orElse(0);
        parts.add("at most " + most + (most == 1 ? " connection" : " connections")
                + (keepAlive ? "" : ", a new one for each request"));
        parts.add("response time from the intended start");
        parts.add("a " + arriving + " that finds all connections busy waits for one, up to the timeout");
        return parts;
    }

    private static String rates(List<Phase.Open> phases, String arriving) {
        var rates = phases.stream()
                .flatMapToDouble(phase -> DoubleStream.of(phase.rate().from(), phase.rateTo()))
                .summaryStatistics();
        var most = Level.perSecond(rates.getMax()).replace("/", " " + arriving + "s/");
        var least = Level.perSecond(rates.getMin());
        return rates.getMin() == rates.getMax() ? most : least.substring(0, least.indexOf('/')) + " to " + most;
    }

    private static Optional<String> warmUp(LoadPlan plan) {
        if (!(plan.timeline().phases().getFirst() instanceof Phase.WarmUp warmUp)) {
            return Optional.empty();
        }
        if (plan.timeline().takesTurns()) {
            return Optional.of("warmed up at each level");
        }
        return Optional.of(plan.untilCompiled()
                .map(limit -> "warmed up until compiled, for " + text(limit) + " at most")
                .orElseGet(() -> warmUp.requests() + " requests by " + users(warmUp.users()) + " to warm up"));
    }

    /** The fate of requests that outlast their part of the load. */
    private static Optional<String> limits(LoadPlan plan) {
        var limits = plan.timeline().phases().stream()
                .flatMap(phase -> phase instanceof Phase.Counted counted ? counted.within().stream() : Stream.empty())
                .sorted()
                .distinct()
                .map(UserModel::text)
                .collect(Collectors.joining(" or "));
        return Optional.of(limits)
                .filter(text -> !text.isEmpty())
                .map(text ->
                        "requests of a part that are still open after " + text + " are given up and counted as hung");
    }

    private static String atTheEnd(LoadPlan plan) {
        if (plan.timeline().takesTurns()) {
            return "requests in flight at the end of a turn are waited for";
        }
        if (plan.timeline().plannedSeconds().isPresent()) {
            return plan.timeline().open().findAny().isEmpty()
                    ? "requests in flight at the stop are dropped"
                    : "requests in flight or not yet sent at the stop are dropped";
        }
        return plan.stopAfter()
                .map(end -> "the load ends when its requests are done, after " + text(end) + " at the latest")
                .orElse("the load ends when its requests are done");
    }

    private static String users(int count) {
        return count + (count == 1 ? " user" : " users");
    }

    private static String text(Duration duration) {
        double seconds = Clock.seconds(duration);
        return seconds >= 1 && seconds == Math.rint(seconds)
                ? Math.round(seconds) + " s"
                : Math.round(seconds * 1000) + " ms";
    }
}
