package dev.ralbench.testing;

import dev.ralbench.load.Outcome;
import dev.ralbench.load.Spacing;
import dev.ralbench.measurement.EventLoopLag;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.Ledger;
import dev.ralbench.measurement.LittleCheck;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.OpenLoad;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowRequests;
import dev.ralbench.measurement.WindowSpan;
import dev.ralbench.measurement.WindowViews;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.TreeMap;

/** Windows of closed loads that obey Little's law. */
public final class Windows {
    private Windows() {}

    /** A steady level of a service that answers within {@code millis}, give or take 2 %. */
    public static WindowMeasurement level(int users, double startSeconds, double seconds, double millis) {
        return window(WindowKind.LEVEL, users, users, startSeconds, seconds, millis, 0);
    }

    public static WindowMeasurement ramp(int from, int to, double startSeconds, double seconds, double millis) {
        return window(WindowKind.RAMP, from, to, startSeconds, seconds, millis, 0);
    }

    /**
     * A counted level: each user makes so many calls of so many milliseconds, one after the other.
     *
     * @param hung users whose calls are never answered: one times out after 10 s, the next is open at the end, after 20
     */
    public static WindowMeasurement counted(
            String label, int users, int calls, double startSeconds, double millis, long hung) {
        long responses = (users - hung) * calls;
        double busySeconds = calls * millis / 1e3;
        double seconds = hung > 0 ? 20 : busySeconds;
        var successful = Distributions.between(responses, millis * 0.98, millis * 1.02);
        var outcomes = outcomes(responses, 0);
        outcomes.put(Outcome.TIMEOUT, hung);
        outcomes.put(Outcome.STILL_OPEN, hung);
        return new WindowMeasurement(
                new WindowSpan(WindowKind.COUNTED, Optional.of(label), users, users, startSeconds, seconds),
                new WindowRequests(
                        outcomes,
                        new WindowRequests.Completions(responses, responses + 2 * hung),
                        successful,
                        Optional.of(successful),
                        successful.plus(Distributions.between(2 * hung, 10_000, 10_001)),
                        Distributions.between(users, 0.2, 0.9),
                        OptionalLong.of(0),
                        Optional.empty(),
                        millis / 1e3,
                        OptionalDouble.of((double) Math.min(responses, users))),
                Optional.empty(),
                new Ledger(0.05, (users - hung) * busySeconds + hung * seconds - 0.05, 0, 0, 0),
                Optional.empty(),
                Optional.empty(),
                WindowViews.none());
    }

    /** The same window with other kind, failures and everything else consistent. */
    public static WindowMeasurement window(
            WindowKind kind, int from, int to, double startSeconds, double seconds, double millis, long failures) {
        double users = (from + to) / 2.0;
        long requests = Math.round(users * seconds * 1e3 / millis);
        var successful = Distributions.between(requests - failures, millis * 0.98, millis * 1.02);
        double mean = successful.meanMillis().orElse(millis);
        double perSecond = requests / seconds;
        var little = new LittleCheck(
                users, users, perSecond, mean, perSecond * mean / 1e3 / users - 1, 0.02 + mean / 1e3 / seconds, "");
        return new WindowMeasurement(
                new WindowSpan(kind, Optional.empty(), from, to, startSeconds, seconds),
                new WindowRequests(
                        outcomes(requests - failures, failures),
                        new WindowRequests.Completions(requests - failures, requests),
                        successful,
                        Optional.of(successful),
                        successful,
                        Distributions.between(Math.max(0, to - from), 0.2, 0.9),
                        OptionalLong.of(0),
                        Optional.empty(),
                        millis / 1e3,
                        seconds < 1 ? OptionalDouble.empty() : OptionalDouble.of(Math.ceil(perSecond))),
                Optional.empty(),
                new Ledger(0.05, users * seconds - 0.05, 0, 0, 0),
                kind == WindowKind.LEVEL ? Optional.of(little) : Optional.empty(),
                Optional.empty(),
                WindowViews.none());
    }

    /** The same in which no request succeeded. */
    public static WindowMeasurement dead(WindowMeasurement window) {
        long requests = Math.round((window.span().usersFrom() + window.usersTo()) / 2.0 * window.lengthSeconds());
        return window(
                window.kind(),
                window.span().usersFrom(),
                window.usersTo(),
                window.span().startSeconds(),
                window.lengthSeconds(),
                1000,
                requests);
    }

    /** The same whose requests have so many bytes, and whose responses heads and bodies of so many. */
    public static WindowMeasurement transferring(WindowMeasurement window, long request, long head, long body) {
        var requests = window.requests();
        long responses = requests.count(Outcome.OK)
                + requests.count(Outcome.UNEXPECTED_STATUS)
                + requests.count(Outcome.UNEXPECTED_BODY);
        var bytes = new WindowRequests.Transfer(
                responses,
                responses * body,
                responses * (head + body),
                requests.completions().ended() * request);
        return Copy.of(window).with("requests.transfer", Optional.of(bytes)).made();
    }

    /**
     * The same of several requests, each as often: how many times as long as the window's mean one of a name takes.
     *
     * @param times by their names, in this order
     */
    public static WindowMeasurement mixed(WindowMeasurement window, SequencedMap<String, Double> times) {
        var requests = window.requests();
        long good = requests.completions().successful() / times.size();
        long failed = requests.failed() / times.size();
        double mean = requests.successful().meanMillis().orElse(1);
        var byName = times.entrySet().stream()
                .map(of -> {
                    var taken = Distributions.between(good, mean * of.getValue() * 0.98, mean * of.getValue() * 1.02);
                    return new NamedRequests(
                            of.getKey(),
                            NamedRequests.Kind.REQUEST,
                            outcomes(good, failed),
                            new WindowRequests.Completions(good, good + failed),
                            taken,
                            Optional.of(taken),
                            taken);
                })
                .toList();
        return Copy.of(window).with("byName", Optional.of(byName)).made();
    }

    /** The same with another longest stall. */
    public static WindowMeasurement stalled(WindowMeasurement window, double seconds) {
        return Copy.of(window).with("requests.longestStallSeconds", seconds).made();
    }

    /** A level of an open load at which all was sent and answered. */
    public static WindowMeasurement rate(double perSecond, double startSeconds, double seconds, double millis) {
        int inFlight = (int) Math.max(1, Math.round(perSecond * millis / 1e3));
        var level = ramp(inFlight, inFlight, startSeconds, seconds, millis);
        long requests = level.requests().ended();
        return Copy.of(level)
                .with("span.kind", WindowKind.LEVEL)
                .with("span.usersFrom", 1000)
                .with("span.usersTo", 1000)
                .with("ledger", new Ledger(0, 0, 0, 0, 0))
                .made()
                .with(new OpenLoad(
                        perSecond,
                        perSecond,
                        Spacing.EVEN,
                        perSecond * seconds,
                        requests,
                        requests,
                        0,
                        0,
                        level.requests().successful(),
                        Distributions.between(requests, 0.01, 0.09)));
    }

    /** All windows as one, as the recorder would give it. */
    public static WindowMeasurement wholeRun(List<WindowMeasurement> windows) {
        var first = windows.getFirst().span();
        var sum = windows.stream().reduce(WindowMeasurement::plus).orElseThrow();
        var views = sum.views();
        return new WindowMeasurement(
                new WindowSpan(
                        WindowKind.WHOLE_RUN,
                        Optional.empty(),
                        first.usersFrom(),
                        windows.getLast().usersTo(),
                        0,
                        sum.lengthSeconds()),
                sum.requests(),
                sum.byName(),
                sum.ledger(),
                Optional.empty(),
                Optional.empty(),
                new WindowViews(Optional.empty(), Optional.empty(), views.servers(), views.counters()));
    }

    /** What a JVM with so many threads looks like inside when it spends so much CPU time on each request. */
    public static InsideView inside(WindowMeasurement window, int threads, int heapMebibytes, double cpuMicros) {
        long requests = window.requests().ended();
        long heap = heapMebibytes * 1024L * 1024L;
        return new InsideView(
                "jmx+proc",
                requests * cpuMicros / 1e6,
                heap * 2,
                threads + 24,
                Map.of("http-nio-exec", threads - 29, "GC Thread", 2, "main", 1, "jvm: jmx", 6),
                requests * 3,
                requests / 4,
                Optional.of(0.25),
                Optional.of(0.05),
                Optional.of(new InsideView.Processes(1, 0, false, Optional.empty())),
                Optional.of(new InsideView.Jvm(
                        threads + 6,
                        InsideView.PeakScope.WINDOW,
                        Optional.of(6),
                        Optional.of(2L),
                        Optional.of(heap),
                        Optional.of(heap / 3),
                        12,
                        84.5,
                        Optional.of(requests * 21_340))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** A window whose compilers ran and waited for CPUs for such shares of it. */
    public static WindowMeasurement waitingCompilers(WindowMeasurement window, double ran, double waited) {
        var inside = Copy.of(window.views().inside().orElseThrow())
                .with("compilerSeconds", Optional.of(ran * window.lengthSeconds()))
                .with("compilerWaitSeconds", Optional.of(waited * window.lengthSeconds()))
                .made();
        return window.with(Optional.of(inside), window.views().generator());
    }

    /** A window in which the target's pools were used so. */
    public static WindowMeasurement withPools(WindowMeasurement window, Map<String, PoolUse> pools) {
        var inside = Copy.of(window.views().inside().orElseThrow())
                .with("pools", Optional.of(pools))
                .made();
        return window.with(Optional.of(inside), window.views().generator());
    }

    /** The same as if it were Node.js, whose event loop is 1.2 ms late on average. */
    public static InsideView onNode(InsideView inside) {
        var lag = new EventLoopLag(2400, new TreeMap<>(Map.of(1.0, 1500L, 1.953, 490L, 18.19, 10L)));
        return new InsideView(
                "node+proc",
                inside.cpuSeconds(),
                inside.residentPeakBytes(),
                7,
                Map.of("node", 7),
                inside.voluntarySwitches(),
                inside.involuntarySwitches(),
                Optional.of(0.0),
                Optional.of(0.0),
                inside.processes(),
                Optional.empty(),
                Optional.of(new InsideView.Node(50 << 20, lag, 21, 142.0)),
                Optional.empty(),
                inside.busiestThread());
    }

    private static Map<Outcome, Long> outcomes(long ok, long unexpected) {
        var outcomes = new EnumMap<Outcome, Long>(Outcome.class);
        for (var outcome : Outcome.values()) {
            outcomes.put(outcome, 0L);
        }
        outcomes.put(Outcome.OK, ok);
        outcomes.put(Outcome.UNEXPECTED_STATUS, unexpected);
        return outcomes;
    }
}
