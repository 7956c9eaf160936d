package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Phase;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.yaml.DurationSyntax;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The windows of {@code --order alternating}. */
final class TurnOptions {
    private static final int WINDOWS = 4;
    private static final String LENGTH = "2.5s";
    private static final String LEAD_IN = "500ms";

    @Option(
            names = "--levels",
            paramLabel = "N,N,...",
            description = "With --order alternating: users of each level (default: the scenario's constant levels).")
    private Optional<String> levels = Optional.empty();

    @Option(
            names = "--windows",
            paramLabel = "N",
            description = "With --order alternating: windows of each variant at each level of a block (default: "
                    + WINDOWS + ").")
    private Optional<Integer> windows = Optional.empty();

    @Option(
            names = "--window-length",
            paramLabel = "TIME",
            description = "With --order alternating: length of a window (default: " + LENGTH + ").")
    private Optional<String> length = Optional.empty();

    @Option(
            names = "--lead-in",
            paramLabel = "TIME",
            description = "With --order alternating: unmeasured load before each window, at least this long (default: "
                    + LEAD_IN + "), or three mean response times if they are longer.")
    private Optional<String> leadIn = Optional.empty();

    @Option(
            names = "--warm-up-limit",
            paramLabel = "TIME",
            description =
                    "With --order alternating: starts no further round of warm-up after this time at a level (default: 60s);"
                            + " 0s for a single round.")
    private Optional<String> warmUpLimit = Optional.empty();

    /** The first one that is given, of all in the order of the help. */
    Optional<String> firstGiven() {
        var given = new LinkedHashMap<String, Boolean>();
        given.put("--levels", levels.isPresent());
        given.put("--windows", windows.isPresent());
        given.put("--window-length", length.isPresent());
        given.put("--lead-in", leadIn.isPresent());
        given.put("--warm-up-limit", warmUpLimit.isPresent());
        return given.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Whether the levels are not the scenario's. */
    boolean hasLevels() {
        return levels.isPresent();
    }

    /** The windows of a scenario's variants. */
    Design.Turns turns(Scenario scenario) {
        var shape = shape(scenario);
        return new Design.Turns(
                shape.levels(),
                shape.perLevel(),
                Clock.millis(shape.length()),
                Clock.millis(shape.leadIn()),
                warmUpOf(scenario),
                warmUpLimit
                        .map(text -> DurationSyntax.ofOption("--warm-up-limit", text))
                        .orElse(Design.Turns.WARM_UP_LIMIT)
                        .toMillis());
    }

    private LoadShape.Turns shape(Scenario scenario) {
        checkClosed(scenario, "--order alternating");
        try {
            return new LoadShape.Turns(
                    levels.map(TurnOptions::numbers)
                            .orElseGet(() -> levelsOf(scenario, "--order alternating", List.of(Phase.Hold.class))),
                    windows.orElse(WINDOWS),
                    DurationSyntax.ofOption("--window-length", length.orElse(LENGTH)),
                    DurationSyntax.ofOption("--lead-in", leadIn.orElse(LEAD_IN)));
        } catch (IllegalArgumentException e) {
            throw Failure.usage("--order alternating: " + e.getMessage(), "", "see ralbench run --help")
                    .causedBy(e);
        }
    }

    private static long warmUpOf(Scenario scenario) {
        var load = scenario.load();
        return load.shape() instanceof LoadShape.WarmedUp
                        && load.untilCompiled().isEmpty()
                ? load.leastWarmUp()
                : Math.max(load.leastWarmUp(), Design.Turns.WARM_UP_REQUESTS);
    }

    /**
     * Refuses a load that cannot take turns.
     *
     * @param who wants turns, as the user has written it
     */
    static void checkClosed(Scenario scenario, String who) {
        if (scenario.load().timeline().open().findAny().isPresent()) {
            throw Failure.usage(
                    who + ": scenario " + scenario.name() + " has an open load",
                    "turns are windows of a constant number of users, and the load rests between them; a rate of arrivals"
                            + " does not rest",
                    "measure the variants one after the other (--order interleaved; in a gate shape: sequential), or give"
                            + " the scenario a closed load: in its file, or for a run with --users and --duration");
        }
    }

    /**
     * The scenario's lowest and highest level, including counted phases: a gate that names no levels looks at these.
     *
     * @throws Failure if it has none
     */
    static List<Integer> lowestAndHighest(Scenario scenario) {
        var levels = levelsOf(scenario, "a gate with levels: auto", List.of(Phase.Hold.class, Phase.Counted.class));
        return Stream.of(Collections.min(levels), Collections.max(levels))
                .distinct()
                .toList();
    }

    private static List<Integer> levelsOf(Scenario scenario, String who, List<Class<? extends Phase>> kinds) {
        var levels = scenario.load().timeline().phases().stream()
                .filter(phase -> kinds.stream().anyMatch(kind -> kind.isInstance(phase)))
                .map(Phase::usersTo)
                .distinct()
                .toList();
        if (levels.isEmpty()) {
            throw Failure.usage(
                    who + ": no levels",
                    "the load of scenario " + scenario.name() + " has no constant number of users",
                    "name some, such as --levels 256,1024, or design.levels: [256, 1024] in a gate");
        }
        return levels;
    }

    private static List<Integer> numbers(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .map(TurnOptions::number)
                .distinct()
                .toList();
    }

    private static Integer number(String text) {
        if (!text.matches("\\d{1,7}")) {
            throw Failure.usage(
                    "--levels: needs whole numbers separated by commas, got \"" + text + "\"",
                    "",
                    "write --levels 256,1024");
        }
        return Integer.valueOf(text);
    }
}
