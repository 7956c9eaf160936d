package dev.ralbench.scenario;

import dev.ralbench.load.AbortRule;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Phase;
import dev.ralbench.load.UserShares;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Quantity;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.FlagSyntax;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.ValueSyntax;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads {@code load}. */
final class LoadReader {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration WARM_UP_LIMIT = Duration.ofMinutes(2);
    private static final Duration ABORT_SPAN = Duration.ofSeconds(10);
    private static final AbortRule.Limit NO_ERRORS = new AbortRule.Errors(0);
    private static final LoadPlan SUBSTITUTE = substitute();

    private LoadReader() {}

    /**
     * A load as far as it does not depend on what users send.
     *
     * @param measured without a warm-up
     * @param section what is left to be read in it; empty if the file has no load
     */
    record Load(LoadPlan plan, LoadShape measured, Optional<Section> section) {
        /**
         * Shares of users that keep to one journey each; empty if users draw by weights.
         *
         * @param workload that the load is of, if it is more than one request
         */
        Optional<UserShares> shares(Optional<ScenarioWorkload> workload) {
            var shares = section.flatMap(load -> UserSharesReader.read(load, workload));
            return shares.flatMap(each -> section.orElseThrow()
                    .make(
                            () -> {
                                UserSharesReader.check(
                                        each, measured, workload.orElseThrow().journeys());
                                return shares;
                            },
                            Optional.empty()));
        }
    }

    static Load read(Section root, ScenarioDirectory directory) {
        if (!root.has("load")) {
            root.problem("load", "is missing");
            return new Load(SUBSTITUTE, SUBSTITUTE.shape(), Optional.empty());
        }
        var load = root.section("load");
        var measured = new ShapeReader(directory).read(load);
        return new Load(plan(load, measured), measured, Optional.of(load));
    }

    private static LoadPlan plan(Section load, LoadShape measured) {
        var shape = warmedUp(load, measured);
        var stopAfter = load.find("stopAfter", DurationSyntax.POSITIVE);
        var timeout = load.get("timeout", DurationSyntax.POSITIVE, DEFAULT_TIMEOUT);
        var think = load.get("think", DurationSyntax.ANY, Duration.ZERO);
        if (!think.isZero() && isOpen(shape)) {
            load.problem("think", "is for users, and an open load has none: take it away, or add a closed phase");
        }
        boolean keepAlive = load.get("keepAlive", new FlagSyntax(), true);
        var sources = load.find("sourceAddresses", new AddressesSyntax()).orElse(List.of());
        var abortWhen = abortWhen(load);
        var onFailure =
                load.get("onFailure", new ChoiceSyntax<>(LoadPlan.OnFailure.class), LoadPlan.OnFailure.CONTINUE);
        return load.make(
                () -> new LoadPlan(shape, stopAfter, timeout, think, keepAlive, onFailure, abortWhen, sources),
                LoadPlan.of(shape, DEFAULT_TIMEOUT));
    }

    private static Optional<AbortRule> abortWhen(Section load) {
        if (!load.has("abortWhen")) {
            return Optional.empty();
        }
        var section = load.section("abortWhen");
        var limits = new ArrayList<AbortRule.Limit>();
        section.find("errors", new ExceededSyntax(RequestMetrics.ERRORS))
                .ifPresent(share -> limits.add(section.make(() -> new AbortRule.Errors(share), NO_ERRORS)));
        for (var metric : RequestMetrics.PERCENTILES) {
            var most = section.find(metric.key(), new ExceededSyntax(metric));
            most.ifPresent(millis -> limits.add(section.make(
                    () -> new AbortRule.SlowResponses(
                            metric.key(),
                            metric.percentile().orElseThrow(),
                            Duration.ofNanos(Math.round(millis * 1e6))),
                    NO_ERRORS)));
        }
        var span = section.get("for", DurationSyntax.POSITIVE, ABORT_SPAN);
        return section.make(() -> Optional.of(new AbortRule(limits, span)), Optional.empty());
    }

    /** A value that a metric must not be above, in its unit: {@code >5%}. */
    private record ExceededSyntax(Metric metric) implements ValueSyntax<Double> {
        private static final String ABOVE = ">";

        @Override
        public Double read(Node node) {
            if (!(node instanceof Node.Scalar scalar) || !scalar.text().strip().startsWith(ABOVE)) {
                throw new IllegalArgumentException("must begin with > and stand in quotes, got " + node.described());
            }
            return Quantity.parse(
                    metric.unit(), scalar.text().strip().substring(1).strip());
        }

        @Override
        public Object written(Double value) {
            return ABOVE + Quantity.written(metric.unit(), value);
        }

        @Override
        public Double substitute() {
            return 1.0;
        }
    }

    private static LoadShape warmedUp(Section load, LoadShape shape) {
        if (!load.has("warmUp")) {
            return shape;
        }
        var warmUp = load.section("warmUp");
        var until = warmUp.find("until", new ChoiceSyntax<>(Until.class));
        long requests = until.isPresent()
                ? warmUp.get("requests", ShapeReader.COUNT, 1L)
                : warmUp.require("requests", ShapeReader.COUNT);
        if (until.isEmpty() && warmUp.has("limit")) {
            warmUp.keyProblem("limit", "is for until: compiled; a number of requests has its own end");
        }
        var limit = until.map(compiled -> warmUp.get("limit", DurationSyntax.POSITIVE, WARM_UP_LIMIT));
        var users = warmUp.find("users", ShapeReader.USERS);
        return warmUp.make(
                () -> new LoadShape.WarmedUp(
                        shape,
                        users.map(n -> OptionalInt.of(n.intValue())).orElseGet(OptionalInt::empty),
                        requests,
                        limit),
                shape);
    }

    /** The condition that ends a warm-up. */
    private enum Until {
        COMPILED,
    }

    private static boolean isOpen(LoadShape shape) {
        return UserTimeline.of(shape).phases().stream()
                .filter(Phase::isMeasured)
                .allMatch(Phase.Open.class::isInstance);
    }

    private static LoadPlan substitute() {
        var second = Duration.ofSeconds(1);
        return LoadPlan.of(new LoadShape.ConstantUsers(1, second), second);
    }
}
