package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import dev.ralbench.load.Workload.Names;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Windows of a closed load in which nothing is wrong: users who send their next request when the last one is answered,
 * at a service whose response times do not depend on each other. Little's law must not suspect them.
 */
public final class CorrectWindows {
    private static final double MILLI = 1e6;
    private static final double MEAN_MILLIS = 20;
    private static final Ledger NOTHING = new Ledger(0, 0, 0, 0, 0);

    private CorrectWindows() {}

    /** How response times are spread. */
    public enum Times {
        WITHIN_TEN_PERCENT,
        EXPONENTIAL,
        LOGNORMAL_1,
        LOGNORMAL_1_5,
        ONE_OF_100_IS_50_TIMES_SLOWER;

        private double nanos(SplittableRandom random) {
            double ofMeanOne = switch (this) {
                case WITHIN_TEN_PERCENT -> random.nextDouble(0.95, 1.05);
                case EXPONENTIAL -> -Math.log(1 - random.nextDouble());
                case LOGNORMAL_1 -> Math.exp(random.nextGaussian() - 0.5);
                case LOGNORMAL_1_5 -> Math.exp(1.5 * random.nextGaussian() - 1.125);
                case ONE_OF_100_IS_50_TIMES_SLOWER ->
                    (random.nextInt(100) == 0 ? 50 : 1) * random.nextDouble(0.95, 1.05) / 1.49;
            };
            return Math.max(1000, ofMeanOne * MEAN_MILLIS * MILLI);
        }
    }

    private record InFlight(int window, double startNanos, double endNanos) {}

    /**
     * The checks of windows that follow each other, of one load; the last one's requests are dropped when it ends. The
     * first window, in which all users begin together, is not one of them; nor are windows without any response.
     *
     * @param length of a window, in mean response times
     */
    public static List<LittleCheck> checks(int users, int length, Times times, int windows, long seed) {
        var random = new SplittableRandom(seed);
        var recorder = new LatencyRecorder(first -> first, SlotLimits.NONE, Names.NONE, Set.of());
        double lengthNanos = length * MEAN_MILLIS * MILLI;
        recorder.windowBegan(0, false, 0);
        var inFlight = new PriorityQueue<InFlight>(Comparator.comparingDouble(InFlight::endNanos));
        for (int user = 0; user < users; user++) {
            inFlight.add(new InFlight(0, 0, times.nanos(random)));
        }
        int window = 0;
        while (window <= windows) {
            var next = inFlight.remove();
            while (window <= windows && next.endNanos >= (window + 1) * lengthNanos) {
                window++;
                if (window <= windows) {
                    recorder.windowBegan(window, false, Math.round(window * lengthNanos));
                }
            }
            if (window > windows) {
                inFlight.add(next);
                break;
            }
            recorder.requestEnded(
                    next.window, 0, Outcome.OK, Math.round(next.startNanos), Math.round(next.endNanos), "");
            inFlight.add(new InFlight(window, next.endNanos, next.endNanos + times.nanos(random)));
        }
        long end = Math.round((windows + 1) * lengthNanos);
        inFlight.forEach(request -> recorder.requestEnded(
                request.window, 0, Outcome.DROPPED_AT_STOP, Math.round(request.startNanos), end, ""));
        recorder.loadEnded(end);
        recorder.countDropped(recorder.windows().stream()
                .mapToLong(WindowTally::longestNanos)
                .max()
                .orElse(0));
        return IntStream.rangeClosed(1, windows)
                .mapToObj(recorder.windows()::get)
                .filter(tally -> tally.successful.getTotalCount() > 0)
                .map(tally -> check(users, tally))
                .toList();
    }

    private static LittleCheck check(int users, WindowTally tally) {
        long started = tally.successful.getTotalCount();
        return LittlesLaw.check(
                users,
                tally.lengthNanos() / 1e9,
                new LittlesLaw.Responses(
                        tally.completions().ended(),
                        started,
                        tally.successful.getMean() / 1e3,
                        tally.responseSeconds()),
                0,
                0,
                NOTHING);
    }
}
