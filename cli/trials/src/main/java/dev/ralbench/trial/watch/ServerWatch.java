package dev.ralbench.trial.watch;

import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.measurement.ServerView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Looks at the servers next to a target, window by window. Used by one thread. */
public final class ServerWatch {
    private final List<Watched> servers;

    /** @param counts each server's own counts, by its name; empty when it does not answer */
    public ServerWatch(Map<String, Supplier<Optional<ServedCounts>>> counts) {
        this.servers = counts.entrySet().stream()
                .map(server -> new Watched(server.getKey(), server.getValue()))
                .toList();
    }

    /** Samples the counts of the servers that answer; called about once a second. */
    Map<String, ServedCounts> poll() {
        var counts = new LinkedHashMap<String, ServedCounts>();
        servers.forEach(server -> server.poll().ifPresent(seen -> counts.put(server.name, seen)));
        return counts;
    }

    /** Ends the current window and begins the next; a server that did not answer at either end is left out. */
    Map<String, ServerView> nextWindow() {
        var views = new LinkedHashMap<String, ServerView>();
        for (var server : servers) {
            server.nextWindow().ifPresent(view -> views.put(server.name, view));
        }
        return views;
    }

    private static final class Watched {
        private final String name;
        private final Supplier<Optional<ServedCounts>> counts;
        private Optional<Long> servedAtStart = Optional.empty();
        private int runningPeak;
        private int connectionsPeak;

        Watched(String name, Supplier<Optional<ServedCounts>> counts) {
            this.name = name;
            this.counts = counts;
        }

        Optional<ServedCounts> poll() {
            var now = counts.get();
            now.ifPresent(seen -> {
                runningPeak = Math.max(runningPeak, seen.running());
                connectionsPeak = Math.max(connectionsPeak, seen.connections());
            });
            return now;
        }

        Optional<ServerView> nextWindow() {
            var now = poll();
            var view = servedAtStart.flatMap(
                    before -> now.map(seen -> new ServerView(seen.served() - before, runningPeak, connectionsPeak)));
            servedAtStart = now.map(ServedCounts::served);
            runningPeak = now.map(ServedCounts::running).orElse(0);
            connectionsPeak = now.map(ServedCounts::connections).orElse(0);
            return view;
        }
    }
}
