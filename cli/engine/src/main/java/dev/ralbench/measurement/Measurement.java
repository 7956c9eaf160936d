package dev.ralbench.measurement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The immutable findings of one trial.
 *
 * @param windows in the order of the load's phases; shorter if the load was stopped early
 * @param wholeRun all windows together
 * @param series the load's figures over time
 * @param course target, dependencies and generator over time; empty of loads in turns, which interrupt each other, and
 *     in results of earlier versions
 * @param failureDetails how often each kind of failure was seen, in words, such as {@code status 503}; and {@link
 *     #SURPLUS}, {@link #RESENT}, {@link #STOPPED} and those {@link #isOfSetup of a setup}, which are no failures of requests
 * @param stoppedEarly why the load ended before its plan did, or empty
 */
public record Measurement(
        List<WindowMeasurement> windows,
        WindowMeasurement wholeRun,
        Series series,
        Optional<Course> course,
        Map<String, Long> failureDetails,
        String stoppedEarly) {
    /** Bytes from the target after a complete response, or before a request: how often they came. */
    public static final String SURPLUS = "bytes that belong to no request";

    /** Requests that were sent once more, on a new connection: how many. Each has its one outcome. */
    public static final String RESENT = "sent again because the server had closed the idle connection";

    /** Users that sent nothing more in the load, because their journey has them stop after a failure: how many. */
    public static final String STOPPED = "users that stopped after a failed step";

    /**
     * What the details begin with of steps before or after journeys that failed: they are no failures of requests.
     */
    private static final Pattern AROUND = Pattern.compile("(?:before\\.user|after\\.load): .*", Pattern.DOTALL);

    public Measurement {
        windows = List.copyOf(windows);
        failureDetails = Map.copyOf(failureDetails);
    }

    /** A measurement that nothing but the load was followed in. */
    public Measurement(
            List<WindowMeasurement> windows,
            WindowMeasurement wholeRun,
            Series series,
            Map<String, Long> failureDetails,
            String stoppedEarly) {
        this(windows, wholeRun, series, Optional.empty(), failureDetails, stoppedEarly);
    }

    /** Whether a detail is of a step before or after journeys, which no figure of requests counts. */
    public static boolean isOfSetup(String failureDetail) {
        return AROUND.matcher(failureDetail).matches();
    }

    /** This measurement with other windows. */
    public Measurement withWindows(List<WindowMeasurement> others, WindowMeasurement whole) {
        return new Measurement(others, whole, series, course, failureDetails, stoppedEarly);
    }

    /** This measurement without what was seen of the generator, which is judged by itself. */
    public Measurement withoutGenerator() {
        return withWindows(windows.stream().map(Measurement::withoutGenerator).toList(), withoutGenerator(wholeRun));
    }

    private static WindowMeasurement withoutGenerator(WindowMeasurement window) {
        return window.with(window.views().inside(), Optional.empty());
    }

    /** This measurement with what was seen over time. */
    public Measurement with(Optional<Course> seen) {
        return new Measurement(windows, wholeRun, series, seen, failureDetails, stoppedEarly);
    }

    /** This measurement, ended early for a reason. */
    public Measurement stoppedBecause(String why) {
        return new Measurement(windows, wholeRun, series, course, failureDetails, why);
    }

    /** This measurement with one failure more that is none of a request. */
    public Measurement noting(String detail) {
        var details = new HashMap<>(failureDetails);
        details.merge(detail, 1L, Long::sum);
        return new Measurement(windows, wholeRun, series, course, details, stoppedEarly);
    }

    /** This measurement with every text replaced. */
    public Measurement worded(UnaryOperator<String> words) {
        var details = new HashMap<String, Long>();
        failureDetails.forEach((detail, count) -> details.merge(words.apply(detail), count, Long::sum));
        return new Measurement(windows, wholeRun, series, course, details, words.apply(stoppedEarly));
    }

    /** The rounds of warm-up before variants take turns, without the lead-in that comes right before a turn. */
    public List<WindowMeasurement> warmUpRounds() {
        return IntStream.range(0, windows.size() - 1)
                .filter(i -> isWarmUp(i) && isWarmUp(i + 1))
                .mapToObj(windows::get)
                .toList();
    }

    /** Seconds of these rounds with the pauses after them, up to the beginning of whatever follows. */
    public double warmUpSeconds() {
        return IntStream.range(0, windows.size() - 1)
                .filter(i -> isWarmUp(i) && isWarmUp(i + 1))
                .mapToDouble(i -> windows.get(i + 1).span().startSeconds()
                        - windows.get(i).span().startSeconds())
                .sum();
    }

    private boolean isWarmUp(int index) {
        return windows.get(index).kind() == WindowKind.WARM_UP;
    }

    /** The windows that are compared: everything but warm-up, and ramps unless the load has nothing else. */
    public Stream<WindowMeasurement> levels() {
        var measured =
                windows.stream().filter(w -> w.kind() != WindowKind.WARM_UP).toList();
        boolean onlyRamps = measured.stream().allMatch(w -> w.kind() == WindowKind.RAMP);
        return measured.stream().filter(w -> onlyRamps || w.kind() != WindowKind.RAMP);
    }
}
