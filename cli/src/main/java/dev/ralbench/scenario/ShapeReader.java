package dev.ralbench.scenario;

import dev.ralbench.load.LoadShape;
import dev.ralbench.yaml.DurationForm;
import dev.ralbench.yaml.Form;
import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.NumberForm;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextForm;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads {@code load.closed}: exactly one kind of shape. */
final class ShapeReader {
    /** More users than one machine has ports and sockets for: surely a slip of the finger. */
    static final long MOST_USERS = 1_000_000;

    private static final LoadShape SUBSTITUTE = new LoadShape.ConstantUsers(1, Duration.ofSeconds(1));
    static final Form<Long> USERS = new NumberForm(1, MOST_USERS);
    private static final Form<Long> USERS_OR_NONE = new NumberForm(0, MOST_USERS);
    static final Form<Long> COUNT = new NumberForm(1, 1_000_000_000);

    /** Each time is a window of its own in memory and in the result. */
    private static final Form<Long> TIMES = new NumberForm(1, 100);

    private static final Map<String, Function<Section, LoadShape>> KINDS = Map.of(
            "constant", ShapeReader::constant,
            "ramp", ShapeReader::ramp,
            "stairs", ShapeReader::stairs,
            "loops", ShapeReader::loops,
            "requests", ShapeReader::requests,
            "burst", ShapeReader::burst);

    private ShapeReader() {}

    static LoadShape read(Section load) {
        if (!load.has("closed")) {
            load.problem("closed", "is missing");
            return SUBSTITUTE;
        }
        var closed = load.section("closed");
        return closed.has("sequence") && closed.keys().size() == 1 ? sequence(closed) : single(closed);
    }

    private static LoadShape sequence(Section closed) {
        var parts = closed.sections("sequence", new Format.OneOf(ScenarioFormat.SHAPES)).stream()
                .map(ShapeReader::single)
                .toList();
        return closed.make(() -> new LoadShape.Sequence(parts), SUBSTITUTE);
    }

    private static LoadShape single(Section choice) {
        var kinds = choice.keys();
        if (kinds.size() != 1) {
            choice.problem("needs exactly one shape, got "
                    + (kinds.isEmpty() ? "none" : String.join(" and ", kinds)) + "; the shapes are "
                    + String.join(", ", choice.knownKeys()));
            return SUBSTITUTE;
        }
        var reader = KINDS.get(kinds.getFirst());
        // An unknown kind has been reported when the section was opened.
        return reader == null ? SUBSTITUTE : labelled(choice.section(kinds.getFirst()), reader);
    }

    private static LoadShape labelled(Section s, Function<Section, LoadShape> reader) {
        var shape = reader.apply(s);
        return s.find("label", TextForm.NAME)
                .<LoadShape>map(label -> new LoadShape.Labelled(shape, label))
                .orElse(shape);
    }

    private static LoadShape constant(Section s) {
        if (isHalfGivenByOption(s)) {
            s.problem("needs both --users and --duration, because the scenario's own load is no constant one");
            return SUBSTITUTE;
        }
        int users = number(s, "users", USERS);
        var hold = s.require("hold", DurationForm.POSITIVE);
        return s.make(() -> new LoadShape.ConstantUsers(users, hold), SUBSTITUTE);
    }

    /** {@code -u} alone makes no shape, unless the file has constant users that it changes. */
    private static boolean isHalfGivenByOption(Section s) {
        return s.origin() instanceof Origin.Outside && s.has("users") != s.has("hold");
    }

    private static LoadShape ramp(Section s) {
        int from = number(s, "from", USERS_OR_NONE);
        int to = number(s, "to", USERS_OR_NONE);
        var ramp = s.require("ramp", DurationForm.POSITIVE);
        return s.make(() -> new LoadShape.Ramp(from, to, ramp), SUBSTITUTE);
    }

    private static LoadShape stairs(Section s) {
        int start = number(s, "start", USERS_OR_NONE);
        int add = number(s, "add", USERS);
        int times = number(s, "times", USERS);
        var ramp = s.require("ramp", DurationForm.ANY);
        var hold = s.require("hold", DurationForm.POSITIVE);
        long top = start + (long) add * times;
        if (top > MOST_USERS) {
            s.problem("leads to " + top + " users; at most " + MOST_USERS + " are possible");
        }
        return s.make(() -> new LoadShape.Stairs(start, add, times, ramp, hold), SUBSTITUTE);
    }

    private static LoadShape loops(Section s) {
        int users = number(s, "users", USERS);
        long loops = s.require("loops", COUNT);
        var ramp = s.get("ramp", DurationForm.ANY, Duration.ZERO);
        var within = s.find("within", DurationForm.POSITIVE);
        return repeated(s, () -> new LoadShape.LoopsPerUser(users, loops, ramp, within));
    }

    private static LoadShape requests(Section s) {
        int users = number(s, "users", USERS);
        long requests = s.require("requests", COUNT);
        var within = s.find("within", DurationForm.POSITIVE);
        return repeated(s, () -> new LoadShape.TotalRequests(users, requests, within));
    }

    private static LoadShape burst(Section s) {
        int users = number(s, "users", USERS);
        long loops = s.get("loops", COUNT, 1L);
        var within = s.find("within", DurationForm.POSITIVE);
        return repeated(s, () -> new LoadShape.Burst(users, loops, within));
    }

    private static LoadShape repeated(Section s, Supplier<LoadShape> shape) {
        int times = Math.toIntExact(s.get("times", TIMES, 1L));
        var once = s.make(shape, SUBSTITUTE);
        return times == 1 ? once : new LoadShape.Repeated(once, times);
    }

    private static int number(Section s, String key, Form<Long> bounds) {
        return Math.toIntExact(s.require(key, bounds));
    }
}
