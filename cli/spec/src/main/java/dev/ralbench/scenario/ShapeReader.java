package dev.ralbench.scenario;

import dev.ralbench.load.LoadShape;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.ValueSyntax;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads the shape of a load, of which there is exactly one: {@code closed}, {@code open}, or {@code phases} of both. */
final class ShapeReader {
    /** More users than one machine has ports and sockets for: surely a slip of the finger. */
    static final long MOST_USERS = 1_000_000;

    private static final String PHASES = "phases";
    /** The keys of which a load has one. */
    private static final Set<String> MODELS = Set.of("closed", "open", PHASES);

    private static final LoadShape SUBSTITUTE = new LoadShape.ConstantUsers(1, Duration.ofSeconds(1));
    static final ValueSyntax<Long> USERS = new NumberSyntax(1, MOST_USERS);
    /** Each is a level, with a row in tables and windows in memory. */
    static final ValueSyntax<Long> STEPS = new NumberSyntax(1, 10_000);

    private static final ValueSyntax<Long> USERS_OR_NONE = new NumberSyntax(0, MOST_USERS);
    static final ValueSyntax<Long> COUNT = new NumberSyntax(1, 1_000_000_000);

    /** Each time is a window of its own in memory and in the result. */
    private static final ValueSyntax<Long> TIMES = new NumberSyntax(1, 100);

    private static final Map<String, Function<Section, LoadShape>> KINDS = Map.of(
            "constant", ShapeReader::constant,
            "ramp", ShapeReader::ramp,
            "stairs", ShapeReader::stairs,
            "loops", ShapeReader::loops,
            "requests", ShapeReader::requests,
            "burst", ShapeReader::burst);

    private final RateReader rates;

    /** @param directory of the files that it names */
    ShapeReader(ScenarioDirectory directory) {
        this.rates = new RateReader(directory);
    }

    LoadShape read(Section load) {
        var given = load.keys().stream().filter(MODELS::contains).toList();
        if (given.isEmpty()) {
            load.problem("needs one of closed, open and phases");
            return SUBSTITUTE;
        }
        if (given.size() > 1) {
            load.problem("needs one of closed, open and phases, got " + String.join(" and ", given)
                    + "; phases holds both kinds, one after the other");
            return SUBSTITUTE;
        }
        return given.getFirst().equals(PHASES) ? phases(load) : model(load, given.getFirst());
    }

    private LoadShape phases(Section load) {
        var parts = load.sections(PHASES).stream().map(this::phase).toList();
        return load.make(() -> new LoadShape.Sequence(parts), SUBSTITUTE);
    }

    private LoadShape phase(Section phase) {
        if (phase.keys().size() != 1) {
            phase.problem("needs either closed or open");
            return SUBSTITUTE;
        }
        return model(phase, phase.keys().getFirst());
    }

    private LoadShape model(Section above, String key) {
        if (!MODELS.contains(key)) {
            return SUBSTITUTE; // reported when the section was opened
        }
        var model = above.section(key);
        var kinds = key.equals("open") ? rates.kinds() : KINDS;
        return model.has("sequence") && model.keys().size() == 1 ? sequence(model, kinds) : single(model, kinds);
    }

    private static LoadShape sequence(Section model, Map<String, Function<Section, LoadShape>> kinds) {
        var parts = model.sections("sequence").stream()
                .map(part -> single(part, kinds))
                .toList();
        return model.make(() -> new LoadShape.Sequence(parts), SUBSTITUTE);
    }

    private static LoadShape single(Section choice, Map<String, Function<Section, LoadShape>> readers) {
        var kinds = choice.keys();
        if (kinds.size() != 1) {
            choice.problem("needs exactly one shape, got "
                    + (kinds.isEmpty() ? "none" : String.join(" and ", kinds)) + "; the shapes are "
                    + String.join(", ", choice.knownKeys()));
            return SUBSTITUTE;
        }
        var reader = readers.get(kinds.getFirst());
        // An unknown kind has been reported when the section was opened.
        return reader == null ? SUBSTITUTE : labelled(choice.section(kinds.getFirst()), reader);
    }

    private static LoadShape labelled(Section s, Function<Section, LoadShape> reader) {
        var shape = reader.apply(s);
        return s.find("label", TextSyntax.NAME)
                .<LoadShape>map(label -> new LoadShape.Labelled(shape, label))
                .orElse(shape);
    }

    private static LoadShape constant(Section s) {
        var missing = missingOption(s, Map.of("users", "--users", "hold", "--duration"));
        if (missing.isPresent()) {
            s.problem("needs " + missing.get() + ", because the scenario's own load has no constant number of users");
            return SUBSTITUTE;
        }
        int users = number(s, "users", USERS);
        var hold = s.require("hold", DurationSyntax.POSITIVE);
        return s.make(() -> new LoadShape.ConstantUsers(users, hold), SUBSTITUTE);
    }

    /**
     * The option that is missing: one alone makes a shape only by changing the file's shape of that kind.
     *
     * @param options the two that make the shape, by key
     */
    static Optional<String> missingOption(Section s, Map<String, String> options) {
        var missing = options.keySet().stream().filter(key -> !s.has(key)).toList();
        return s.origin() instanceof Origin.Outside && missing.size() == 1
                ? Optional.ofNullable(options.get(missing.getFirst()))
                : Optional.empty();
    }

    private static LoadShape ramp(Section s) {
        int from = number(s, "from", USERS_OR_NONE);
        int to = number(s, "to", USERS_OR_NONE);
        var ramp = s.require("ramp", DurationSyntax.POSITIVE);
        return s.make(() -> new LoadShape.Ramp(from, to, ramp), SUBSTITUTE);
    }

    private static LoadShape stairs(Section s) {
        int start = number(s, "start", USERS_OR_NONE);
        int add = number(s, "add", USERS);
        int times = number(s, "times", STEPS);
        var ramp = s.require("ramp", DurationSyntax.ANY);
        var hold = s.require("hold", DurationSyntax.POSITIVE);
        long top = start + (long) add * times;
        if (top > MOST_USERS) {
            s.problem("leads to " + top + " users; at most " + MOST_USERS + " are possible");
        }
        return s.make(() -> new LoadShape.Stairs(start, add, times, ramp, hold), SUBSTITUTE);
    }

    private static LoadShape loops(Section s) {
        int users = number(s, "users", USERS);
        long loops = s.require("loops", COUNT);
        var ramp = s.get("ramp", DurationSyntax.ANY, Duration.ZERO);
        var within = s.find("within", DurationSyntax.POSITIVE);
        return repeated(s, () -> new LoadShape.LoopsPerUser(users, loops, ramp, within));
    }

    private static LoadShape requests(Section s) {
        var missing = missingOption(s, Map.of("users", "--users", "requests", "--requests"));
        if (missing.isPresent()) {
            s.problem("needs " + missing.get() + ", because the scenario's own load does not count requests");
            return SUBSTITUTE;
        }
        int users = number(s, "users", USERS);
        long requests = s.require("requests", COUNT);
        var within = s.find("within", DurationSyntax.POSITIVE);
        return repeated(s, () -> new LoadShape.TotalRequests(users, requests, within));
    }

    private static LoadShape burst(Section s) {
        int users = number(s, "users", USERS);
        long loops = s.get("loops", COUNT, 1L);
        var within = s.find("within", DurationSyntax.POSITIVE);
        return repeated(s, () -> new LoadShape.Burst(users, loops, within));
    }

    private static LoadShape repeated(Section s, Supplier<LoadShape> shape) {
        int times = Math.toIntExact(s.get("times", TIMES, 1L));
        var once = s.make(shape, SUBSTITUTE);
        return times == 1 ? once : new LoadShape.Repeated(once, times);
    }

    private static int number(Section s, String key, ValueSyntax<Long> bounds) {
        return Math.toIntExact(s.require(key, bounds));
    }
}
