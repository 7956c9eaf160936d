package dev.ralbench.session;

import dev.ralbench.Failure;
import dev.ralbench.scenario.Build;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ParsedScenario;
import java.util.List;

/**
 * A variant or build of a scenario that is measured under two names.
 *
 * @param overrides with both
 * @param like the variant of the scenario that the build is, or takes its request from
 */
record OneBuildTwice(Overrides overrides, String like) {
    private static final List<String> NAMES = List.of("base", "head");

    /**
     * The options' choice, else the scenario's first variant.
     *
     * @param options with at most one variant, or one build and the variant that it is like
     * @throws Failure of usage if they name more
     */
    static OneBuildTwice of(ParsedScenario source, Overrides options) {
        int given = options.builds().isEmpty()
                ? options.variants().size()
                : options.builds().size();
        if (given > 1) {
            throw Failure.usage(
                    "--variant: gate init measures one variant against itself, got " + given,
                    "a difference between two of them would be taken for noise",
                    "name one, or none for the first variant of the scenario");
        }
        var like = source.resolve(options.withBuilds(List.of()).withLabels(List.of()))
                .scenario()
                .variants()
                .getFirst()
                .name();
        return options.builds().isEmpty()
                ? new OneBuildTwice(options.withVariants(List.of()).withBuilds(twice(new Build(like, like))), like)
                : new OneBuildTwice(options.withBuilds(twice(options.builds().getFirst())), like);
    }

    private static List<Build> twice(Build build) {
        return NAMES.stream()
                .map(name -> new Build(name, build.what(), build.directory()))
                .toList();
    }
}
