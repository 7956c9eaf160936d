package dev.ralbench.scenario;

import dev.ralbench.Clock;
import dev.ralbench.load.ArrivalRate;
import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.Spacing;
import dev.ralbench.load.data.RequestLog;
import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.DecimalSyntax;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.ValueSyntax;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/** Reads the shapes of {@code load.open}. */
final class RateReader {
    private static final ValueSyntax<Double> RATE = new DecimalSyntax(ArrivalRate.LOWEST, ArrivalRate.HIGHEST, false);
    private static final ValueSyntax<Double> RATE_OR_NONE =
            new DecimalSyntax(ArrivalRate.LOWEST, ArrivalRate.HIGHEST, true);
    private static final ValueSyntax<Long> CONNECTIONS = new NumberSyntax(1, ShapeReader.MOST_USERS);

    /** The name of the level that a log is, unless the scenario has another. */
    private static final String TRACE = "trace";

    /** The run draws one. */
    private static final long SEED_OF_THE_RUN = 0;

    private static final RequestLog NO_LOG = RequestLog.substitute();
    private static final RateShape SUBSTITUTE = new RateShape.Constant(1, Duration.ofSeconds(1));

    private static final DecimalSyntax SPEED = new DecimalSyntax(0.001, 1000, false);

    private final ScenarioDirectory directory;
    private boolean hasTrace;

    /** @param directory of logs */
    RateReader(ScenarioDirectory directory) {
        this.directory = directory;
    }

    /** How arrivals are spread that have no times of their own. */
    private enum Spread {
        EVEN,
        POISSON;

        Spacing spacing() {
            return this == EVEN ? Spacing.EVEN : Spacing.POISSON;
        }
    }

    Map<String, Function<Section, LoadShape>> kinds() {
        return Map.of(
                "rate", section -> open(section, RateReader::constant),
                "ramp", section -> open(section, RateReader::ramp),
                "stairs", section -> open(section, RateReader::stairs),
                "trace", this::trace);
    }

    private LoadShape trace(Section s) {
        var file = s.require("file", TextSyntax.NOT_BLANK);
        double speed = s.get("speed", SPEED, 1.0);
        int connections = connections(s);
        if (hasTrace) {
            s.problem("is a second log; a load replays one");
        }
        hasTrace = true;
        try {
            var log = s.has("file") ? directory.log(file) : NO_LOG;
            PartReader.checkHash(s, file, log.sha256());
            var replay = log.at(speed);
            var mean = s.make(
                    () -> new RateShape.Constant(replay.size() / Clock.seconds(replay.length()), replay.length()),
                    SUBSTITUTE);
            var shape = open(mean, Arrivals.of(replay), connections);
            return s.has("label") ? shape : new LoadShape.Labelled(shape, TRACE);
        } catch (IllegalArgumentException e) {
            s.problem("file", String.valueOf(e.getMessage()));
            return open(SUBSTITUTE, Arrivals.of(NO_LOG.at(1)), connections); // so that no request is missing
        }
    }

    private static LoadShape open(RateShape rate, Arrivals arrivals, int connections) {
        return new LoadShape.Open(rate, arrivals, connections);
    }

    private static int connections(Section s) {
        return Math.toIntExact(s.get("users", CONNECTIONS, (long) LoadShape.Open.DEFAULT_CONNECTIONS));
    }

    private static LoadShape open(Section s, Function<Section, RateShape> reader) {
        var rate = reader.apply(s);
        int connections = connections(s);
        var spread = s.get("arrivals", new ChoiceSyntax<>(Spread.class), Spread.EVEN);
        return open(rate, new Arrivals(spread.spacing(), SEED_OF_THE_RUN), connections);
    }

    private static RateShape constant(Section s) {
        var missing = ShapeReader.missingOption(s, Map.of("perSecond", "--rate", "hold", "--duration"));
        if (missing.isPresent()) {
            s.problem("needs " + missing.get() + ", because the scenario's own load has no constant rate");
            return SUBSTITUTE;
        }
        double perSecond = s.require("perSecond", RATE);
        var hold = s.require("hold", DurationSyntax.POSITIVE);
        return s.make(() -> new RateShape.Constant(perSecond, hold), SUBSTITUTE);
    }

    private static RateShape ramp(Section s) {
        double from = s.require("from", RATE_OR_NONE);
        double to = s.require("to", RATE_OR_NONE);
        var ramp = s.require("ramp", DurationSyntax.POSITIVE);
        return s.make(() -> new RateShape.Ramp(from, to, ramp), SUBSTITUTE);
    }

    private static RateShape stairs(Section s) {
        double start = s.require("start", RATE_OR_NONE);
        double add = s.require("add", RATE);
        int times = Math.toIntExact(s.require("times", ShapeReader.STEPS));
        var ramp = s.require("ramp", DurationSyntax.ANY);
        var hold = s.require("hold", DurationSyntax.POSITIVE);
        return s.make(() -> new RateShape.Stairs(start, add, times, ramp, hold), SUBSTITUTE);
    }
}
