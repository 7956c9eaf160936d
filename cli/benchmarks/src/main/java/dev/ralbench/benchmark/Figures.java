package dev.ralbench.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The measurements, round by round. */
final class Figures {
    private final Map<String, List<Round>> byClient = new TreeMap<>();

    /** The cost of one run, and its requests. */
    record ClientRun(int seconds, long requests, Child.Usage usage) {}

    /**
     * A short and a long run of one client, in one round. Their difference is free of start-up and of most of the
     * warm-up.
     */
    record Round(ClientRun small, ClientRun large) {
        /** Microseconds of CPU time per further request. */
        double warmMicros() {
            return (large.usage().cpuSeconds() - small.usage().cpuSeconds()) * 1e6 / furtherRequests();
        }

        /** Further requests per second. */
        double rate() {
            return furtherRequests() / (double) (large.seconds() - small.seconds());
        }

        private long furtherRequests() {
            return large.requests() - small.requests();
        }

        /** Microseconds of CPU time per request over the whole long process. */
        double wholeMicros() {
            return large.usage().cpuSeconds() * 1e6 / large.requests();
        }

        double peakBytes() {
            return large.usage().peakBytes();
        }
    }

    void add(String client, Round round) {
        byClient.computeIfAbsent(client, absent -> new ArrayList<>()).add(round);
    }

    boolean has(String client) {
        return byClient.containsKey(client);
    }

    List<String> clients() {
        return List.copyOf(byClient.keySet());
    }

    RoundSpread of(String client, ToDoubleFunction<Round> figure) {
        return RoundSpread.of(rounds(client).stream().mapToDouble(figure).toArray());
    }

    /** The client's figure over that of the other one, in each round; empty if one of them was not measured. */
    Optional<RoundSpread> ratio(String client, String other, ToDoubleFunction<Round> figure) {
        var mine = rounds(client);
        var theirs = rounds(other);
        var ratios = new double[Math.min(mine.size(), theirs.size())];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = figure.applyAsDouble(mine.get(i)) / figure.applyAsDouble(theirs.get(i));
        }
        return Optional.of(ratios).filter(some -> some.length > 0).map(RoundSpread::of);
    }

    private List<Round> rounds(String client) {
        return byClient.getOrDefault(client, List.of());
    }
}
