package dev.ralbench.gate;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Identical builds for all tests of drafts, since simulating those of one number of rules takes a second. */
final class SimulatedOnce {
    private static final Map<Key, SimulatedGates> BUILDS = new ConcurrentHashMap<>();

    private record Key(GateDesign design, Gate.DecisionTerms decision, int rules) {}

    private SimulatedOnce() {}

    static MarginSearch margins(Gate like) {
        return new MarginSearch(like.design(), rules -> builds(like, rules));
    }

    static SimulatedGates builds(Gate like, int rules) {
        return BUILDS.computeIfAbsent(
                new Key(like.design(), like.decision(), rules),
                key -> SimulatedGates.normal(key.design(), key.decision(), key.rules()));
    }
}
