package dev.ralbench.session;

import dev.ralbench.Clock;
import dev.ralbench.gate.Gate.Forecast;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.load.Level;
import dev.ralbench.load.LevelKind;
import dev.ralbench.load.Phase;
import dev.ralbench.metric.DependencyFigure;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import dev.ralbench.metric.TrialMetrics;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Prediction;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioWorkload;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** A scenario's forecast of its run's figures. Leaves out everything that only the run can show. */
final class ScenarioForecast implements Forecast {
    private final Scenario scenario;
    private final Optional<Design.Turns> turns;

    /** @param turns windows of the load, if it takes turns */
    ScenarioForecast(Scenario scenario, Optional<Design.Turns> turns) {
        this.scenario = scenario;
        this.turns = turns;
    }

    @Override
    public Optional<String> obstacle(Metric metric, Level level, long requests) {
        return withoutName(metric)
                .or(() -> withoutServer(metric))
                .or(() -> withoutProcess(metric))
                .or(() -> tooFewRequests(level, requests));
    }

    private Optional<String> withoutName(Metric metric) {
        return Metrics.withoutName(
                metric, scenario.workload().map(ScenarioWorkload::names).orElse(List.of()));
    }

    private Optional<String> withoutServer(Metric metric) {
        return metric.ofDependency()
                .map(DependencyFigure::kinds)
                .filter(kinds -> kinds.stream().noneMatch(scenario.needs()::has))
                .map(kinds -> "scenario " + scenario.name() + " has no needs." + String.join(" or needs.", kinds));
    }

    private Optional<String> withoutProcess(Metric metric) {
        boolean needsStart = metric.equals(TrialMetrics.STARTUP);
        return scenario.variants().stream()
                .filter(variant -> variant.target() instanceof TargetChoice.Url url
                        && (needsStart || (metric.isOfProcess() && url.pid().isEmpty())))
                .findFirst()
                .map(variant -> needsStart
                        ? variant.name() + " runs already, so its start is not measured"
                        : "the target of " + variant.name() + " is a URL without a pid");
    }

    private Optional<String> tooFewRequests(Level level, long requests) {
        return scenario.variants().stream()
                .map(variant -> most(variant, level))
                .flatMapToDouble(OptionalDouble::stream)
                .min()
                .stream()
                .filter(most -> most < requests)
                .mapToObj(most -> String.format(
                        Locale.ROOT,
                        "needs %d requests per trial, and level %s will have %.0f at most",
                        requests,
                        level.name(),
                        most))
                .findFirst();
    }

    /** The most requests that a trial can have at a level; empty if nothing is known of the service's rate. */
    private OptionalDouble most(Variant variant, Level level) {
        var seconds = seconds(level);
        var rate = mostPerSecond(variant, level);
        if (seconds.isEmpty() || rate.isEmpty()) {
            return OptionalDouble.empty();
        }
        int atLeast = turns.map(Design.Turns::perLevel).orElse(0) * LeastLengths.FEWEST_REQUESTS;
        return OptionalDouble.of(Math.max(atLeast, seconds.getAsDouble() * rate.getAsDouble()));
    }

    private OptionalDouble seconds(Level level) {
        if (turns.isPresent()) {
            return OptionalDouble.of(turns.get().perLevel() * turns.get().lengthMillis() / 1e3);
        }
        return scenario.load().timeline().phases().stream()
                .filter(Phase.Hold.class::isInstance)
                .filter(phase -> level.equals(Level.ofUsers(phase.usersTo())))
                .flatMapToDouble(phase -> phase.plannedSeconds().stream())
                .max();
    }

    /** Users over think time and delay, as far as workers and CPUs allow: X &lt;= min(N / (Z + d), w / d, c / C). */
    private OptionalDouble mostPerSecond(Variant variant, Level level) {
        if (level.kind() != LevelKind.USERS) {
            return OptionalDouble.empty();
        }
        var prediction = Optional.ofNullable(scenario.expected().predictions().get(variant.name()));
        double delay = prediction.map(each -> Clock.seconds(each.delay())).orElse(0.0);
        double cycle = delay + Clock.seconds(scenario.load().think());
        double byUsers = cycle > 0 ? level.size() / cycle : Double.POSITIVE_INFINITY;
        double most = Math.min(byUsers, prediction.map(ScenarioForecast::limit).orElse(Double.POSITIVE_INFINITY));
        return Double.isFinite(most) ? OptionalDouble.of(most) : OptionalDouble.empty();
    }

    private static double limit(Prediction prediction) {
        double delay = Clock.seconds(prediction.delay());
        double byWorkers = prediction.workers().isPresent() && delay > 0
                ? prediction.workers().getAsInt() / delay
                : Double.POSITIVE_INFINITY;
        double byCpus = prediction
                .cpu()
                .map(cpu -> Runtime.getRuntime().availableProcessors() / Clock.seconds(cpu))
                .orElse(Double.POSITIVE_INFINITY);
        return Math.min(byWorkers, byCpus);
    }
}
