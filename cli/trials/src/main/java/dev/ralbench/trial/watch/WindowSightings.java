package dev.ralbench.trial.watch;

import dev.ralbench.measurement.CompilerTime;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.KnownOfBoth;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.ServerView;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/** Views of target, servers and generator, window by window, until the measurement exists that they belong to. */
final class WindowSightings {
    private final List<Optional<InsideView>> inside = new ArrayList<>();
    private final List<GeneratorUsage> usage = new ArrayList<>();
    private final List<Map<String, ServerView>> served = new ArrayList<>();
    private final List<Map<String, Double>> counted = new ArrayList<>();
    private final List<TurnWindows> turns = new ArrayList<>();

    /**
     * The windows of a load from one rest to the next, a lead-in and a turn, or a warm-up. Nothing is in flight at either
     * end, so the counts in between are exactly those of these windows' requests. The boundary of lead-in and turn is no
     * such place: counting is slower than requests.
     *
     * @param first index of its first window
     * @param last index of its last window: the one that is compared
     * @param served by servers, by their names
     * @param counted by the target itself
     */
    private record TurnWindows(int first, int last, Map<String, ServerView> served, Map<String, Double> counted) {
        TurnWindows {
            served = Collections.unmodifiableMap(new LinkedHashMap<>(served));
            counted = Collections.unmodifiableMap(new LinkedHashMap<>(counted));
        }

        /** The last window with its share of the counts: as much for each of its requests as for each of the turn's. */
        WindowMeasurement dressed(List<WindowMeasurement> windows) {
            var window = windows.get(last);
            long requests = windows.subList(first, last + 1).stream()
                    .mapToLong(one -> one.requests().ended())
                    .sum();
            if (requests == 0) {
                return window;
            }
            double share = (double) window.requests().completions().ended() / requests;
            var servedInWindow = new TreeMap<String, ServerView>();
            served.forEach((name, view) -> servedInWindow.put(name, view.scaled(share)));
            var countedInWindow = new TreeMap<String, Double>();
            counted.forEach((name, count) -> countedInWindow.put(name, count * share));
            return window.with(servedInWindow, countedInWindow);
        }
    }

    /** Adds the views of the next window. */
    void add(Optional<InsideView> insideTarget, GeneratorUsage generator) {
        inside.add(insideTarget);
        usage.add(generator);
    }

    /** Adds what the target did in a pause to the window before it. */
    void addPause(InsideView insideTarget) {
        if (!inside.isEmpty()) {
            inside.set(inside.size() - 1, inside.getLast().map(window -> window.plus(insideTarget)));
        }
    }

    /** The compiler time of the last window that has ended. */
    CompilerTime compilerTime() {
        return inside.isEmpty()
                ? CompilerTime.NONE
                : CompilerTime.of(inside.getLast(), usage.getLast().seconds());
    }

    /** Adds the counts of the next window; empty if it is not known which of them belong to it. */
    void addCounts(Map<String, ServerView> byServers, Map<String, Double> byTarget) {
        served.add(byServers);
        counted.add(byTarget);
    }

    /**
     * Ends a turn with the window. Nothing is in flight.
     *
     * @param byServers counts since the turn before, which are all of its requests
     * @param byTarget counts of the target itself, in the same way
     */
    void endTurn(int window, Map<String, ServerView> byServers, Map<String, Double> byTarget) {
        turns.add(new TurnWindows(firstOfNextTurn(), window, byServers, byTarget));
    }

    /** Index of the window that the next turn begins with. */
    int firstOfNextTurn() {
        return turns.isEmpty() ? 0 : turns.getLast().last() + 1;
    }

    /** The measurement with all of it. */
    Measurement addedTo(Measurement measurement) {
        var windows = new ArrayList<WindowMeasurement>();
        for (int i = 0; i < measurement.windows().size(); i++) {
            windows.add(measurement
                    .windows()
                    .get(i)
                    .with(at(inside, i).flatMap(seen -> seen), at(usage, i))
                    .with(at(served, i).orElse(Map.of()), at(counted, i).orElse(Map.of())));
        }
        turns.stream()
                .filter(turnWindows -> turnWindows.last() < windows.size())
                .forEach(turnWindows -> windows.set(turnWindows.last(), turnWindows.dressed(windows)));
        int seen = Math.min(windows.size(), usage.size());
        var measured = windows.subList(0, seen).stream()
                .filter(window -> window.kind() != WindowKind.WARM_UP)
                .toList();
        return measurement.withWindows(
                windows,
                measurement
                        .wholeRun()
                        .with(
                                sum(measured, window -> window.views().inside(), InsideView::plus),
                                sum(measured, window -> window.views().generator(), GeneratorUsage::plus))
                        .with(
                                sumOfEach(measured, window -> window.views().servers(), ServerView::plus),
                                sumOfEach(measured, window -> window.views().counters(), Double::sum)));
    }

    private static <T> Optional<T> sum(
            List<WindowMeasurement> windows, Function<WindowMeasurement, Optional<T>> value, BinaryOperator<T> plus) {
        return windows.stream().flatMap(window -> value.apply(window).stream()).reduce(plus);
    }

    /** Adds up, by name, the values that are known in every window. */
    private static <T> Map<String, T> sumOfEach(
            List<WindowMeasurement> windows,
            Function<WindowMeasurement, Map<String, T>> values,
            BinaryOperator<T> plus) {
        return windows.stream()
                .map(values)
                .reduce((sum, next) -> KnownOfBoth.of(sum, next, plus))
                .orElse(Map.of());
    }

    private static <T> Optional<T> at(List<T> list, int index) {
        return index < list.size() ? Optional.of(list.get(index)) : Optional.empty();
    }
}
