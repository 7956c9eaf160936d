package dev.ralbench.result;

import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.statistics.ClusteredShare.Cluster;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A level with every time that it was held: what an objective is judged by.
 *
 * @param holds at least one
 */
public record LevelHolds(List<Hold> holds) implements Slo.LevelRequests {
    /** As many as an estimate of their spread needs; the fewer there are, the longer and less dependent they are. */
    private static final int FEWEST_BATCHES = 4;
    /** Of long holds. */
    private static final double BATCH_SECONDS = 5;
    /** A window begins and ends a little off the slots that it consists of. */
    private static final double JITTER_SECONDS = 0.01;

    public LevelHolds {
        holds = List.copyOf(holds);
    }

    /**
     * One time.
     *
     * @param series that the window is a part of
     */
    public record Hold(WindowMeasurement window, Series series) {
        /** Empty if the slots do not count for the limit. */
        private List<Cluster> batches(double mostMillis) {
            return series.beyond().stream()
                    .filter(limit -> limit.mostMillis() == mostMillis)
                    .findFirst()
                    .map(limit -> batches(limit.counts()))
                    .orElse(List.of());
        }

        private List<Cluster> batches(List<Long> beyond) {
            double slot = series.slotSeconds();
            double start = window.span().startSeconds();
            int from = Math.max(0, (int) Math.ceil((start - JITTER_SECONDS) / slot));
            int to =
                    Math.min(beyond.size(), (int) Math.floor((start + window.lengthSeconds() + JITTER_SECONDS) / slot));
            int batches = Math.max(FEWEST_BATCHES, (int) ((to - from) * slot / BATCH_SECONDS));
            return IntStream.range(0, batches)
                    .mapToObj(i ->
                            cluster(beyond, from + (to - from) * i / batches, from + (to - from) * (i + 1) / batches))
                    .toList();
        }

        private Cluster cluster(List<Long> beyond, int from, int to) {
            return IntStream.range(from, Math.max(from, to))
                    .mapToObj(slot -> new Cluster(
                            beyond.get(slot), series.slots().get(slot).completions()))
                    .reduce(new Cluster(0, 0), Cluster::plus);
        }
    }

    /** A level that was held once. */
    public static LevelHolds of(WindowMeasurement window, Series series) {
        return new LevelHolds(List.of(new Hold(window, series)));
    }

    /** The levels that consist of some windows of a measurement, ascending. One that was held twice is one level. */
    static List<LevelHolds> of(List<WindowMeasurement> windows, Series series) {
        var levels = new TreeMap<Integer, LevelHolds>();
        windows.forEach(window -> levels.merge(window.usersTo(), of(window, series), LevelHolds::plus));
        return List.copyOf(levels.values());
    }

    /** The same level held at other times, in this trial or in others. */
    public LevelHolds plus(LevelHolds other) {
        return new LevelHolds(
                Stream.concat(holds.stream(), other.holds.stream()).toList());
    }

    /** All holds together. */
    public WindowMeasurement window() {
        return Levels.merged(holds.stream().map(Hold::window).toList());
    }

    /** Users at each of them. */
    public int users() {
        return holds.getFirst().window().usersTo();
    }

    @Override
    public LatencyDistribution successful() {
        return window().requests().successful();
    }

    @Override
    public long ended() {
        return window().requests().ended();
    }

    @Override
    public double errorShare() {
        return window().requests().errorShare().orElse(0);
    }

    @Override
    public double seconds() {
        return window().lengthSeconds();
    }

    @Override
    public List<List<Cluster>> batches(double mostMillis) {
        var known = holds.stream().map(hold -> hold.batches(mostMillis)).toList();
        return known.stream().anyMatch(List::isEmpty) ? List.of() : known;
    }

    @Override
    public Slo.Requests of(String name) {
        var window = window();
        var named = window.of(name);
        return new OfName(
                named.map(one -> one.requests().successful()).orElseGet(LatencyDistribution::empty),
                named.map(one -> one.requests().all().count()).orElse(0L),
                window.lengthSeconds());
    }

    /** The requests of one name at the level; over time only all requests together are counted. */
    private record OfName(LatencyDistribution successful, long ended, double seconds) implements Slo.Requests {
        @Override
        public double errorShare() {
            return ended == 0 ? 0 : 1 - (double) successful.count() / ended;
        }

        @Override
        public List<List<Cluster>> batches(double mostMillis) {
            return List.of();
        }
    }
}
