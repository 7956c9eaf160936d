package dev.ralbench.scenario;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The scenarios that come with ralbench, each alone and in each of its profiles. */
final class BuiltIns {
    private BuiltIns() {}

    static List<InProfile> inEachProfile() {
        return ScenarioCatalog.standard().builtIns().stream()
                .flatMap(source -> Stream.concat(
                                Stream.of(Optional.<String>empty()),
                                source.profiles().stream().map(Optional::of))
                        .map(profile -> new InProfile(source, profile)))
                .toList();
    }

    record InProfile(ParsedScenario source, Optional<String> profile) {
        ResolvedScenario resolved() {
            return source.resolve(new Overrides(profile, List.of(), List.of()));
        }

        @Override
        public String toString() {
            return source.name() + profile.map(name -> ", profile " + name).orElse("");
        }
    }
}
