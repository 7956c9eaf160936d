package dev.ralbench.dependency;

import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.process.Rollback;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Prepared servers that are started side by side, those that use others after them.
 *
 * @param kinds of all of them
 */
record PreparedServers(List<PreparedServer> servers, List<DependencyKind> kinds) implements PreparedEnvironment {
    PreparedServers {
        servers = List.copyOf(servers);
        kinds = List.copyOf(kinds);
    }

    @Override
    public Map<String, String> software() {
        var software = new LinkedHashMap<String, String>();
        servers.forEach(server -> server.software().ifPresent(text -> software.put(server.name(), text)));
        return software;
    }

    @Override
    public Map<String, String> calibrated() {
        var calibrated = new LinkedHashMap<String, String>();
        servers.forEach(server -> server.calibrated().ifPresent(text -> calibrated.put(server.name(), text)));
        return calibrated;
    }

    @Override
    public RunningEnvironment start(Path logDirectory, String prefix) throws InterruptedException {
        // Filled by the threads themselves: one that is cancelled may have come to its end all the same.
        var running = new ConcurrentLinkedQueue<RunningServer>();
        try (var undo = new Rollback()) {
            undo.later(() -> new RunningEnvironment(List.copyOf(running), kinds).close());
            startInOrder(running, logDirectory, prefix);
            undo.forget();
        }
        var names = servers.stream().map(PreparedServer::name).toList();
        return new RunningEnvironment(
                running.stream()
                        .sorted(Comparator.comparingInt(server -> names.indexOf(server.name())))
                        .toList(),
                kinds);
    }

    private void startInOrder(ConcurrentLinkedQueue<RunningServer> running, Path logDirectory, String prefix)
            throws InterruptedException {
        var waiting = new ArrayList<>(servers);
        while (!waiting.isEmpty()) {
            var names = waiting.stream().map(PreparedServer::name).toList();
            var next = waiting.stream()
                    .filter(server -> server.uses().stream().noneMatch(names::contains))
                    .toList();
            var placeholders = new TreeMap<String, String>();
            running.forEach(server -> placeholders.putAll(server.placeholders()));
            startAll(next, running, server -> server.start(logDirectory, prefix, placeholders));
            waiting.removeAll(next);
        }
    }

    @FunctionalInterface
    private interface Start {
        RunningServer of(PreparedServer server) throws InterruptedException;
    }

    /** Returns when none of the threads is left. */
    private static void startAll(
            List<PreparedServer> servers, ConcurrentLinkedQueue<RunningServer> running, Start start)
            throws InterruptedException {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var starts = new ArrayList<Future<?>>();
            for (var server : servers) {
                starts.add(executor.submit(() -> running.add(start.of(server))));
            }
            try {
                for (var begun : starts) {
                    begun.get();
                }
            } catch (ExecutionException e) {
                starts.forEach(begun -> begun.cancel(true));
                throw rethrown(e);
            } catch (InterruptedException e) {
                starts.forEach(begun -> begun.cancel(true));
                throw e;
            }
        }
    }

    private static RuntimeException rethrown(ExecutionException e) throws InterruptedException {
        var cause = e.getCause();
        if (cause instanceof InterruptedException interrupt) {
            throw interrupt;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }
}
