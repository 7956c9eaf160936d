package dev.ralbench.scenario;

import dev.ralbench.load.ArrivalRate;
import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.Spacing;
import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.DecimalSyntax;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
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

    /** The run draws one. */
    private static final long SEED_OF_THE_RUN = 0;

    private static final RateShape SUBSTITUTE = new RateShape.Constant(1, Duration.ofSeconds(1));

    static final Map<String, Function<Section, LoadShape>> KINDS = Map.of(
            "rate", section -> open(section, RateReader::constant),
            "ramp", section -> open(section, RateReader::ramp),
            "stairs", section -> open(section, RateReader::stairs));

    private RateReader() {}

    private static LoadShape open(Section s, Function<Section, RateShape> reader) {
        var rate = reader.apply(s);
        int connections = Math.toIntExact(s.get("users", CONNECTIONS, (long) LoadShape.Open.DEFAULT_CONNECTIONS));
        var spacing = s.get("arrivals", new ChoiceSyntax<>(Spacing.class), Spacing.EVEN);
        return new LoadShape.Open(rate, new Arrivals(spacing, SEED_OF_THE_RUN), connections);
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
