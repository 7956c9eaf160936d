package dev.ralbench.claims;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.load.Level;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The scenarios that the claims of a study may name: the study's own, and those that come with ralbench. */
final class StudyScenarios {
    private final Map<String, ParsedScenario> own = new TreeMap<>();
    private final Map<String, ParsedScenario> builtIn;

    /**
     * Reads the study's own scenarios.
     *
     * @throws Failure if one of them cannot be read, or two have one name
     */
    StudyScenarios(Collection<Path> files) {
        builtIn = ScenarioCatalog.standard().builtIns().stream()
                .collect(Collectors.toMap(ParsedScenario::name, scenario -> scenario));
        for (var file : files) {
            var scenario = ScenarioFile.read(file);
            if (own.put(scenario.name(), scenario) != null) {
                throw Failure.usage(
                        file + ": another file of this study has the scenario " + scenario.name() + " too",
                        "Results name their scenario, so each name may be there once.",
                        "Change the name, or remove one of the files.");
            }
        }
    }

    /** What is wrong with a place that a claim names, as the end of a sentence; empty if it is there. */
    Optional<String> flaw(FigurePlace place) {
        var scenario = Optional.ofNullable(own.get(place.scenario()))
                .or(() -> Optional.ofNullable(builtIn.get(place.scenario())));
        return scenario.isEmpty()
                ? missing(
                        "scenario",
                        place.scenario(),
                        Stream.concat(
                                        own.keySet().stream(),
                                        builtIn.keySet().stream().sorted())
                                .toList())
                : flaw(place, scenario.get());
    }

    private static Optional<String> flaw(FigurePlace place, ParsedScenario scenario) {
        if (!scenario.variants().contains(place.variant())) {
            return missing("variant", place.variant(), scenario.variants());
        }
        var levels =
                scenario.resolve(Overrides.none()).scenario().load().timeline().levels();
        return place.level().isWholeRun() || levels.contains(place.level())
                ? Optional.empty()
                : missing(
                        "level",
                        place.level().name(),
                        Stream.concat(levels.stream(), Stream.of(Level.WHOLE_RUN))
                                .map(Level::name)
                                .toList());
    }

    private static Optional<String> missing(String what, String name, List<String> known) {
        return Optional.of("there is no " + what + " " + name + "; " + NearestName.hint(name, known));
    }
}
