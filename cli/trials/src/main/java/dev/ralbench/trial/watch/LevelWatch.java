package dev.ralbench.trial.watch;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Phase;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.result.Slo;
import dev.ralbench.statistics.ClusteredShare.Cluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Leads a search for the most users: judges each level when it ends, and has others follow, or none. Goes by requests
 * that ended within a level, second by second, which are readable while users go on; the result goes by requests that
 * began in it.
 */
public final class LevelWatch implements LevelListener {
    /** In times to settle: an overload has left a line behind. */
    private static final int SETTLES_AFTER_OVERLOAD = 3;
    /** Of its planned time. */
    private static final double NEARLY_ALL = 0.9;

    private record Search(Slo slo, LoadShape.Climb climb, SearchCourse course) {
        /** Other parts get to know of the next level while it settles: half of that time is theirs. */
        Duration longestWait() {
            return climb.settle().dividedBy(2);
        }
    }

    private final Optional<Search> search;
    private final LoadRecording recording;
    private final LoadGenerator generator;
    private final Map<Integer, SeenLevel> seen = new HashMap<>();
    private final List<LoadTotals> pieces = new ArrayList<>();
    private Optional<LoadTotals> last = Optional.empty();
    private BiConsumer<String, Slo.Judgement> told = (level, judgement) -> {};
    private OtherParts others = OtherParts.NONE;

    /** Other parts of the load, which this watch leads as well. */
    public interface OtherParts {
        /** There are none. */
        OtherParts NONE = new OtherParts() {
            @Override
            public void awaitFiguresToBeginning(int window, Duration most) {}

            @Override
            public void awaitFiguresToEnd(int window, Duration most) {}

            @Override
            public void followWith(int window, List<Integer> users, Duration settle) {}
        };

        /** Waits until the recording has all that they did before a window, but no longer than a time. */
        void awaitFiguresToBeginning(int window, Duration most);

        /** Waits until the recording has all that they did up to the end of a window, but no longer than a time. */
        void awaitFiguresToEnd(int window, Duration most);

        /** As {@link LoadGenerator#followWith}. */
        void followWith(int window, List<Integer> users, Duration settle);
    }

    public LevelWatch(Optional<Slo> slo, LoadPlan plan, LoadRecording recording, LoadGenerator generator) {
        this.search = slo.flatMap(
                objective -> plan.shape().search().map(climb -> new Search(objective, climb, new SearchCourse(climb))));
        this.recording = recording;
        this.generator = generator;
    }

    /**
     * Tells of each level that ends from now on.
     *
     * @param judged gets it and how it was judged, by all times that it was held
     */
    public void tell(BiConsumer<String, Slo.Judgement> judged) {
        told = judged;
    }

    /** Has other parts of the load follow from now on. */
    public void leadOn(OtherParts parts) {
        others = parts;
    }

    @Override
    public void began(int window, long nowNanos) {
        search.filter(one -> isLevel(window)).ifPresent(one -> {
            others.awaitFiguresToBeginning(window, one.longestWait());
            last = Optional.of(recording.mark(nowNanos));
        });
    }

    @Override
    public void sampled(LoadTotals soFar) {
        last = last.map(before -> {
            pieces.add(soFar.since(before));
            return soFar;
        });
    }

    @Override
    public void ended(int window, long nowNanos) {
        search.filter(one -> isLevel(window)).ifPresent(one -> {
            others.awaitFiguresToEnd(window, one.longestWait());
            sampled(recording.mark(nowNanos));
            last = Optional.empty();
            int users = generator.phase(window).usersTo();
            var level = seen.computeIfAbsent(users, absent -> new SeenLevel());
            var alone = new SeenLevel();
            alone.add(pieces, one.slo.names());
            level.add(pieces, one.slo.names());
            pieces.clear();
            var judgement = one.slo.judge(level, Slo.Risk.OF_TWO_LOOKS);
            if (isWhole(generator.phase(window), alone)) {
                told.accept(generator.phase(window).description(), judgement);
            }
            go(one, window, one.course.after(users, judgement, one.slo.judge(alone, Slo.Risk.OF_TWO_LOOKS)));
        });
    }

    private void go(Search one, int window, SearchCourse.Next next) {
        switch (next) {
            case SearchCourse.Next.AsPlanned planned -> {}
            case SearchCourse.Next.Levels levels -> {
                var settle = one.climb.settle().multipliedBy(SETTLES_AFTER_OVERLOAD);
                others.followWith(window + 1, levels.users(), settle);
                var unused = generator.followWith(window + 1, levels.users(), settle);
            }
            case SearchCourse.Next.End end -> generator.stopAsSeen();
        }
    }

    /** A level that was cut off has shown nothing: it is judged for the search alone, which is over. */
    private static boolean isWhole(Phase phase, SeenLevel held) {
        return phase instanceof Phase.Hold hold
                && held.seconds() >= NEARLY_ALL * hold.length().toNanos() / 1e9;
    }

    private boolean isLevel(int window) {
        return search.isPresent() && generator.phase(window) instanceof Phase.Hold;
    }

    /** A level that may have been held more than once. */
    private static final class SeenLevel implements Slo.LevelRequests {
        private final List<List<LatencyDistribution>> holds = new ArrayList<>();
        private final Map<String, OfName> named = new HashMap<>();
        private double seconds;
        private long failures;
        private long ended;

        void add(List<LoadTotals> pieces, Set<String> names) {
            holds.add(pieces.stream().map(LoadTotals::successful).toList());
            for (var piece : pieces) {
                seconds += piece.seconds();
                failures += piece.failures();
                ended += piece.ended();
                for (var name : names) {
                    piece.of(name).map(OfName::of).ifPresent(one -> named.merge(name, one, OfName::plus));
                }
            }
        }

        @Override
        public Slo.Requests of(String name) {
            return named.getOrDefault(name, OfName.of(LoadTotals.none()));
        }

        @Override
        public long ended() {
            return ended;
        }

        @Override
        public LatencyDistribution successful() {
            return holds.stream()
                    .flatMap(List::stream)
                    .reduce(LatencyDistribution::plus)
                    .orElseGet(LatencyDistribution::empty);
        }

        @Override
        public double errorShare() {
            return ended == 0 ? 0 : (double) failures / ended;
        }

        @Override
        public double seconds() {
            return seconds;
        }

        @Override
        public List<List<Cluster>> batches(double mostMillis) {
            return holds.stream()
                    .map(hold -> hold.stream()
                            .map(piece -> new Cluster(piece.count(millis -> millis > mostMillis), piece.count()))
                            .toList())
                    .toList();
        }
    }

    /** The requests of one name at a level. Its batches are left out, because the result does not have them. */
    private record OfName(LatencyDistribution successful, long failures, double seconds) implements Slo.Requests {
        static OfName of(LoadTotals totals) {
            return new OfName(totals.successful(), totals.failures(), totals.seconds());
        }

        OfName plus(OfName other) {
            return new OfName(successful.plus(other.successful), failures + other.failures, seconds + other.seconds);
        }

        @Override
        public long ended() {
            return successful.count() + failures;
        }

        @Override
        public double errorShare() {
            return ended() == 0 ? 0 : (double) failures / ended();
        }

        @Override
        public List<List<Cluster>> batches(double mostMillis) {
            return List.of();
        }
    }
}
