package dev.ralbench.placement;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.process.CpuSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The user's request: the words of {@code --cpus}. */
public sealed interface PlacementRequest {
    /** No option given. */
    record Unsaid() implements PlacementRequest {}

    /** No pinning: all roles share all CPUs. */
    record Shared() implements PlacementRequest {}

    /**
     * Some roles were named.
     *
     * @param cpus of each of them
     */
    record Given(Map<Role, CpuSet> cpus) implements PlacementRequest {
        public Given {
            cpus = Collections.unmodifiableMap(new EnumMap<>(cpus));
        }
    }

    /** The word by which the default is turned off. */
    String NONE = "none";

    String HOW = "write --cpus generator=0 target=1-3 dependencies=4,5; --cpus " + NONE + " lets all share all";

    /**
     * Reads the words.
     *
     * @throws Failure if one of them cannot be understood
     */
    static PlacementRequest parse(List<String> words) {
        if (words.isEmpty()) {
            return new Unsaid();
        }
        if (words.contains(NONE)) {
            if (words.size() > 1) {
                throw Failure.usage(
                        "--cpus: " + NONE + " cannot be combined with roles", "", "leave it or the other words out");
            }
            return new Shared();
        }
        var cpus = new EnumMap<Role, CpuSet>(Role.class);
        for (var word : words) {
            var role = role(word);
            if (cpus.put(role, list(word)) != null) {
                throw Failure.usage("--cpus: " + role + " is there twice", "", "put all of its CPUs into one list");
            }
        }
        return new Given(cpus);
    }

    private static Role role(String word) {
        int equals = word.indexOf('=');
        if (equals < 0) {
            throw Failure.usage("--cpus " + word + ": is not ROLE=LIST", "", HOW);
        }
        var name = word.substring(0, equals);
        var names = Stream.of(Role.values()).map(Role::toString).toList();
        return Role.named(name)
                .orElseThrow(() -> Failure.usage(
                        "--cpus " + word + ": there is no role '" + name + "'", "", NearestName.hint(name, names)));
    }

    private static CpuSet list(String word) {
        var list = word.substring(word.indexOf('=') + 1);
        if (list.isBlank()) {
            throw Failure.usage(
                    "--cpus " + word + ": the list is empty", "nothing can run on no CPU", "leave " + word + " out");
        }
        if (list.contains("=")) {
            throw Failure.usage("--cpus " + word + ": has several roles in one word", "", HOW);
        }
        return CpuSet.parse(list)
                .orElseThrow(() -> Failure.usage(
                        "--cpus " + word + ": '" + list + "' is not a list of CPUs",
                        "",
                        "write it as taskset does, such as 0,2-3"));
    }
}
