package dev.ralbench.testing;

import dev.ralbench.measurement.LittleCheck;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.CapacityResult;
import dev.ralbench.result.Design;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.RunLayout;
import dev.ralbench.result.RunOrigin;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.Slo;
import dev.ralbench.result.StoredScenario;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialId;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialSetup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Results of runs that never took place but could have: the 200 ms study of imperative, reactive and coroutines. */
public final class Results {
    /** A result never changes, and a few tests in each class want the same one. */
    private static final Map<Integer, RunResult> BY_BLOCKS = new ConcurrentHashMap<>();

    private static final Instant START = Instant.parse("2026-02-11T09:14:07Z");

    private Results() {}

    /** One trial of each of four variants, everything as it should be. */
    public static RunResult delay200() {
        return delay200(1);
    }

    /** So many trials; every further one is half a per cent slower. */
    public static RunResult delay200(int blocks) {
        return BY_BLOCKS.computeIfAbsent(blocks, Results::makeDelay200);
    }

    private static RunResult makeDelay200(int blocks) {
        var variants = List.of("imperative", "virtual-threads", "reactive", "coroutines");
        var trials = IntStream.rangeClosed(1, blocks)
                .boxed()
                .flatMap(block -> variants.stream().map(variant -> delayTrial(variant, block)))
                .toList();
        return run("delay-200", variants, blocks).with(RunResult.Status.COMPLETE, trials);
    }

    /** Its target was followed over time. */
    public static RunResult followed() {
        return withPools(
                recorded(),
                Map.of(
                        "HikariPool-1",
                        new PoolUse(PoolUse.Resource.CONNECTIONS, OptionalInt.of(3), 3, 2.5, OptionalInt.of(47), 2),
                        "executor jobs",
                        PoolUse.sample(PoolUse.Resource.THREADS, OptionalInt.empty(), 1, OptionalInt.empty())));
    }

    /** A run whose trials used these pools in all of their windows. */
    public static RunResult withPools(RunResult run, Map<String, PoolUse> pools) {
        var trials = run.trials().stream()
                .map(trial -> Copy.of(trial)
                        .with("measurement", trial.measurement().map(found -> withPools(found, pools)))
                        .made())
                .toList();
        return Copy.of(run).with("trials", trials).made();
    }

    private static Measurement withPools(Measurement found, Map<String, PoolUse> pools) {
        return found.withWindows(
                found.windows().stream().map(window -> withPools(window, pools)).toList(),
                withPools(found.wholeRun(), pools));
    }

    private static WindowMeasurement withPools(WindowMeasurement window, Map<String, PoolUse> pools) {
        return window.views().inside().isPresent() ? Windows.withPools(window, pools) : window;
    }

    private static RunResult recorded() {
        var run = small();
        var trials = run.trials().stream()
                .map(trial -> Copy.of(trial)
                        .with(
                                "measurement",
                                trial.measurement().map(measured -> measured.with(Optional.of(Courses.twoSeconds()))))
                        .made())
                .toList();
        return Copy.of(run).with("trials", trials).made();
    }

    /** Of two variants on Node.js; a third could not be started. */
    public static RunResult onNode() {
        var variants = List.of("reactive", "coroutines");
        var trials = variants.stream()
                .map(variant -> {
                    var trial = delayTrial(variant, 1);
                    return Copy.of(trial)
                            .with("measurement", trial.measurement().map(Results::onNode))
                            .made();
                })
                .toList();
        var run = run("delay-200", variants, 1).with(RunResult.Status.COMPLETE, trials);
        return Copy.of(run)
                .with("skipped", Optional.of(Map.of("imperative", "Java 30 is missing: java is 25; install it")))
                .made();
    }

    private static Measurement onNode(Measurement found) {
        return new Measurement(
                found.windows().stream().map(Results::onNode).toList(),
                onNode(found.wholeRun()),
                found.series(),
                found.failureDetails(),
                found.stoppedEarly());
    }

    private static WindowMeasurement onNode(WindowMeasurement window) {
        return window.with(
                window.views().inside().map(Windows::onNode), window.views().generator());
    }

    /** Two blocks in which one trial failed to start, one was aborted, one is suspect and one breaks Little's law. */
    public static RunResult troubled() {
        var variants = List.of("imperative", "reactive", "coroutines");
        var trials = new ArrayList<TrialResult>();
        trials.add(failing(delayTrial("imperative", 1)));
        trials.add(notStarted("reactive", 1));
        trials.add(aborted(delayTrial("coroutines", 1)));
        trials.add(suspect(delayTrial("imperative", 2)));
        trials.add(notStarted("reactive", 2));
        return run("delay-200", variants, 2).with(RunResult.Status.ABORTED, trials);
    }

    /** One trial each, of which one ended at its first failure, as its scenario wants it. */
    public static RunResult abortedLoad() {
        var variants = List.of("imperative", "reactive");
        var whole = delayTrial("imperative", 1);
        var why = "aborted after 898 completed requests, at the first failure: no response within 30 s";
        var cut = cutShort(delayTrial("reactive", 1), why);
        var suspect = Copy.of(cut)
                .with("validity", new TrialResult.Validity(TrialResult.ValidityLevel.SUSPECT, List.of(why)))
                .made();
        return run("delay-200", variants, 1).with(RunResult.Status.COMPLETE, List.of(whole, suspect));
    }

    /** As small as a result can be that still has everything: for files that people look at. */
    public static RunResult small() {
        var windows = List.of(Windows.ramp(0, 10, 0, 1, 20), inside(Windows.level(10, 1, 2, 20), 47, 24, 190));
        var measured = trial(
                "imperative",
                1,
                1,
                new Measurement(
                        windows,
                        inside(Windows.wholeRun(windows), 47, 24, 190),
                        series(windows),
                        Map.of("status 503", 2L, "reset", 1L),
                        ""));
        return run("small", List.of("imperative", "reactive"), 1)
                .with(RunResult.Status.INCOMPLETE, List.of(measured, notStarted("reactive", 1)));
    }

    /** One level of a target that is known by its URL alone, on a busy machine. */
    public static RunResult ofUrl() {
        var windows = List.of(Windows.transferring(Windows.level(5, 0, 5, 2), 42, 66, 187));
        var measured =
                trial("url", 1, 1, new Measurement(windows, Windows.wholeRun(windows), series(windows), Map.of(), ""));
        var busy = new TrialResult.Validity(
                TrialResult.ValidityLevel.SUSPECT,
                List.of(
                        "at 5 users the 2 CPUs of the generator's machine are busy to 100 %; it takes 0.2 of them itself,"
                                + " so this may be the limit of that machine and not of the target",
                        "ralbench's heap was full to 95.0 % after a collection (at most 90.0 %)"));
        var run = run("127-0-0-1-8080", List.of("url"), 1)
                .with(
                        RunResult.Status.COMPLETE,
                        List.of(Copy.of(measured).with("validity", busy).made()));
        return Copy.of(run)
                .with("expected", new RunResult.Expected(Map.of(), Optional.empty()))
                .made();
    }

    /**
     * The same as a search for the most users.
     *
     * @param slo limits by the key of a metric
     */
    public static RunResult searched(RunResult run, Map<String, String> slo) {
        var search = new Design.Capacity(slo, 128, 1024, 1000, 5000);
        var design = Copy.of(run.layout().design())
                .with("capacity", Optional.of(search))
                .made();
        var trials = run.trials().stream()
                .map(trial -> found(trial, search.objective()))
                .toList();
        return Copy.of(run).with("layout.design", design).with("trials", trials).made();
    }

    private static TrialResult found(TrialResult trial, Slo slo) {
        var capacity = trial.measurement().flatMap(measured -> CapacityResult.of(measured, slo));
        return Copy.of(trial).with("capacity", capacity).made();
    }

    /** Before the first trial. */
    public static RunResult started() {
        return run("delay-200", List.of("imperative", "reactive"), 1);
    }

    private static RunResult run(String name, List<String> variants, int blocks) {
        var scenario = scenario(name, variants);
        return new RunResult(
                new RunOrigin(
                        RunResult.SCHEMA,
                        "20260211-091407-7c1e",
                        "0.1.0",
                        List.of("ralbench", "run", "--scenario", name, "--seed", "42"),
                        START),
                RunResult.Status.RUNNING,
                new RunLayout(
                        42,
                        new Design(Design.Order.INTERLEAVED, List.of(blocks), Optional.empty(), Optional.empty(), 1),
                        IntStream.range(0, blocks).mapToObj(block -> variants).toList()),
                StoredScenario.of(
                        scenario,
                        "1024 users, one connection each, no think time, timeout 10 s, requests in flight at the stop"
                                + " are dropped (1024 users: 981)"),
                new RunResult.Generator(
                        "netty epoll, 1 event loop",
                        Optional.of("epoll, because requests arrive at a rate"),
                        Optional.of(71_680.0),
                        Optional.empty(),
                        Optional.of(new RunResult.Ceiling(64, 91_000, Optional.of(0.61), Optional.of(1.4)))),
                new Fingerprint(
                        Map.of("cores", "2", "cpu", "AMD EPYC", "kernel", "6.18", "runtime", "process"),
                        Map.of("jdk", "25.0.3", "jdkVendor", "Eclipse Adoptium"),
                        Map.of("loadAverage1min", "0.31")),
                new RunResult.Expected(predictions(variants), Optional.of("imp.delay-200")),
                Optional.empty(),
                List.of());
    }

    private static Map<String, Object> scenario(String name, List<String> variants) {
        var targets = new LinkedHashMap<String, Object>();
        variants.forEach(variant -> targets.put(variant, Map.of("target", "tomcat")));
        var document = new LinkedHashMap<String, Object>();
        document.put("name", name);
        document.put("title", "A handler that waits 200 ms");
        document.put("variants", targets);
        return document;
    }

    private static Map<String, RunResult.PredictionResult> predictions(List<String> variants) {
        var predictions = new LinkedHashMap<String, RunResult.PredictionResult>();
        for (var variant : variants) {
            boolean limited = variant.equals("imperative");
            predictions.put(
                    variant,
                    RunResult.PredictionResult.ofDelay(
                            200,
                            limited ? Optional.of(200) : Optional.empty(),
                            Optional.empty(),
                            Optional.of(limited ? 23_218.75 : 71_680)));
        }
        return predictions;
    }

    private static TrialResult delayTrial(String variant, int block) {
        double slower = 1 + 0.005 * (block - 1);
        var windows = new ArrayList<WindowMeasurement>();
        for (int users = 256; users <= 1024; users += 256) {
            double start = windows.stream()
                    .mapToDouble(WindowMeasurement::lengthSeconds)
                    .sum();
            windows.add(dressed(
                    variant, Windows.ramp(users - 256, users, start, 10, millis(variant, users - 128) * slower)));
            windows.add(dressed(variant, Windows.level(users, start + 10, 20, millis(variant, users) * slower)));
        }
        var measurement =
                new Measurement(windows, dressed(variant, Windows.wholeRun(windows)), series(windows), Map.of(), "");
        return trial(variant, block, 1, measurement);
    }

    /** 200 workers at 204.1 ms each, or no limit. */
    private static double millis(String variant, int users) {
        return switch (variant) {
            case "imperative" -> 204.1 * Math.max(1, users / 200.0);
            case "reactive" -> 203.2;
            case "coroutines" -> 203.9;
            default -> 204.6;
        };
    }

    private static WindowMeasurement dressed(String variant, WindowMeasurement window) {
        return switch (variant) {
            case "imperative" -> inside(window, 229, 118, 410);
            case "reactive" -> inside(window, 33, 96, 171);
            case "coroutines" -> inside(window, 35, 104, 196);
            default -> inside(window, 34, 164, 190);
        };
    }

    private static WindowMeasurement inside(WindowMeasurement window, int threads, int heap, double cpuMicros) {
        return window.with(
                Optional.of(Windows.inside(window, threads, heap, cpuMicros)),
                Optional.of(Usages.calm(window.lengthSeconds())));
    }

    private static Series series(List<WindowMeasurement> windows) {
        var slots = windows.stream()
                .map(w -> new Series.Slot(
                        w.requests().successful().count(),
                        w.requests().failed(),
                        w.usersTo(),
                        w.usersTo(),
                        w.requests().successful().percentileMillis(50),
                        OptionalDouble.empty()))
                .toList();
        return new Series(1, slots);
    }

    private static TrialResult trial(String variant, int block, int slot, Measurement measurement) {
        return new TrialResult(
                new TrialId(variant, block, slot, 1, START.plusSeconds(130L * block)),
                TrialResult.Status.COMPLETE,
                new TrialSetup(
                        Optional.of(new TrialSetup.TargetResult(
                                "Tomcat, 200 threads",
                                "http://127.0.0.1:18080",
                                Optional.of("java -jar tomcat.jar"),
                                Optional.of(1122.0),
                                Optional.of("logs/" + variant + "-" + block + ".log"),
                                Map.of(),
                                Map.of("jar", "sha256:5f70bf18"),
                                Optional.of("session, autogroup nice 0"),
                                Optional.empty())),
                        List.of(),
                        Optional.of(new TrialSetup.StartUp(0.2, 1122.4, 210.5, 1850)),
                        Optional.empty(),
                        Optional.empty()),
                Optional.empty(),
                Optional.of(measurement),
                Optional.empty(),
                TrialResult.Validity.valid());
    }

    private static TrialResult notStarted(String variant, int block) {
        return new TrialResult(
                new TrialId(variant, block, 2, 1, START.plusSeconds(130L * block)),
                TrialResult.Status.FAILED,
                new TrialSetup(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), Optional.empty()),
                Optional.of(new TrialFailure("the target did not start\nport 8080 is taken\nStop what listens there.")),
                Optional.empty(),
                Optional.empty(),
                TrialResult.Validity.valid());
    }

    private static TrialResult aborted(TrialResult trial) {
        return Copy.of(cutShort(trial, "stopped by the user after 41 s"))
                .with("status", TrialResult.Status.ABORTED)
                .with("failure", Optional.of(new TrialFailure("stopped by the user")))
                .made();
    }

    /** Ended after its first level. */
    private static TrialResult cutShort(TrialResult trial, String why) {
        var measured = trial.measurement().orElseThrow();
        var windows = measured.windows().subList(0, 3);
        var cut = Copy.of(measured)
                .with("windows", windows)
                .with("wholeRun", Windows.wholeRun(windows))
                .made()
                .stoppedBecause(why);
        return Copy.of(trial).with("measurement", Optional.of(cut)).made();
    }

    private static TrialResult suspect(TrialResult trial) {
        var finding = new TrialResult.Validity(
                TrialResult.ValidityLevel.SUSPECT, List.of("generator CPU 86 % of its share, at most 80 %"));
        return Copy.of(trial).with("validity", finding).made();
    }

    /** Level 2 answers 503 now and then and has lost a few users. */
    private static TrialResult failing(TrialResult trial) {
        var windows = new ArrayList<>(trial.measurement().orElseThrow().windows());
        var level = windows.get(3);
        var little = level.little().orElseThrow();
        var broken = Windows.window(level.kind(), 512, 512, level.span().startSeconds(), 20, 522.5, 313);
        var offBy = new LittleCheck(
                512, 470, little.completionsPerSecond(), little.cycleMillis(), -0.082, 0.046, "idle users");
        windows.set(
                3,
                Copy.of(broken)
                        .with("little", Optional.of(offBy))
                        .made()
                        .with(level.views().inside(), level.views().generator()));
        var measured = new Measurement(
                windows, Windows.wholeRun(windows), series(windows), Map.of("status 503", 311L, "reset", 2L), "");
        return Copy.of(trial).with("measurement", Optional.of(measured)).made();
    }
}
