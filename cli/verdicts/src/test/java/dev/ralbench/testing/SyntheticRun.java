package dev.ralbench.testing;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.ServerView;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.Design;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.RunLayout;
import dev.ralbench.result.RunOrigin;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.StoredScenario;
import dev.ralbench.result.TrialId;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialSetup;
import dev.ralbench.result.Work;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs that never took place, with as many blocks, variants and levels as wanted, chosen noise and chosen harm. The same
 * settings give the same run on every machine. Start from {@link #of} and change what matters to the test:
 * {@code SyntheticRun.of("base", "head").blocks(12).noise(0.03).harm("head", 0.1).run()}.
 */
public final class SyntheticRun {
    private static final Instant START = Instant.parse("2026-02-11T09:14:07Z");
    private static final double USUAL_COST = 300;
    private static final int USUAL_STATEMENTS = 3;
    private static final int USUAL_THREADS = 214;

    private final List<String> variants;
    private final Map<String, Double> harm = new TreeMap<>();
    private final Map<String, Double> costs = new TreeMap<>();
    private final Map<String, Integer> statements = new TreeMap<>();
    private final Map<String, Integer> threads = new TreeMap<>();
    private final Map<String, Map<String, String>> subjects = new TreeMap<>();
    private final Map<String, Map<String, ?>> labels = new TreeMap<>();
    private String runId = "20260211T091407Z-shop";
    private String scenario = "shop-checkout";
    private String cpu = "AMD EPYC 7763";
    private int blocks = 12;
    private List<Integer> levels = List.of(256, 1024);
    private int turns;
    private double levelSeconds = 20;
    private double millis = 200;
    private double noise = 0.02;
    private long seed = 7;
    private Instant startedAt = START;

    private SyntheticRun(List<String> variants) {
        this.variants = variants;
    }

    /** Twelve blocks at 256 and 1024 users, with a noise of 2 % and no difference between the variants. */
    public static SyntheticRun of(String... variants) {
        return new SyntheticRun(List.of(variants));
    }

    /** A copy, so that tests may begin with what others have. */
    private SyntheticRun with(Consumer<SyntheticRun> change) {
        var copy = new SyntheticRun(variants);
        copy.harm.putAll(harm);
        copy.costs.putAll(costs);
        copy.statements.putAll(statements);
        copy.threads.putAll(threads);
        copy.subjects.putAll(subjects);
        copy.labels.putAll(labels);
        copy.runId = runId;
        copy.scenario = scenario;
        copy.cpu = cpu;
        copy.blocks = blocks;
        copy.levels = levels;
        copy.turns = turns;
        copy.levelSeconds = levelSeconds;
        copy.millis = millis;
        copy.noise = noise;
        copy.seed = seed;
        copy.startedAt = startedAt;
        change.accept(copy);
        return copy;
    }

    public SyntheticRun runId(String value) {
        return with(run -> run.runId = value);
    }

    /** Its name. */
    public SyntheticRun scenario(String value) {
        return with(run -> run.scenario = value);
    }

    /** The CPU's model: another one is another machine. */
    public SyntheticRun cpu(String value) {
        return with(run -> run.cpu = value);
    }

    /** Each with a trial of every variant. */
    public SyntheticRun blocks(int value) {
        return with(run -> run.blocks = value);
    }

    /** Users of each level. */
    public SyntheticRun levels(Integer... value) {
        return with(run -> run.levels = List.of(value));
    }

    /** Alternating windows, so many of each variant at each level, of 2.5 s. */
    public SyntheticRun turns(int value) {
        return with(run -> {
            run.turns = value;
            run.levelSeconds = 2.5;
        });
    }

    /** Length of a level's window. */
    public SyntheticRun levelSeconds(double value) {
        return with(run -> run.levelSeconds = value);
    }

    /** Mean response time at every level, before noise and harm. */
    public SyntheticRun millis(double value) {
        return with(run -> run.millis = value);
    }

    /** Standard deviation of the logarithm of a trial's response times and costs. */
    public SyntheticRun noise(double value) {
        return with(run -> run.noise = value);
    }

    /** How much longer response times are, as a natural logarithm; goodput sinks by as much. */
    public SyntheticRun harm(String variant, double value) {
        return with(run -> run.harm.put(variant, value));
    }

    /** CPU time per request. */
    public SyntheticRun cost(String variant, double cpuMicros) {
        return with(run -> run.costs.put(variant, cpuMicros));
    }

    /** SQL statements. */
    public SyntheticRun statements(String variant, int perRequest) {
        return with(run -> run.statements.put(variant, perRequest));
    }

    /** Most threads. */
    public SyntheticRun threads(String variant, int peak) {
        return with(run -> run.threads.put(variant, peak));
    }

    /** What is known of the service itself, such as its JDK; a jar of its own unless said. */
    public SyntheticRun subject(String variant, Map<String, String> facts) {
        return with(run -> run.subjects.put(variant, facts));
    }

    /** What its author says of the service; nothing unless said. */
    public SyntheticRun labels(String variant, Map<String, ?> texts) {
        return with(run -> run.labels.put(variant, texts));
    }

    /** Of the noise, and of the order in each block. */
    public SyntheticRun seed(long value) {
        return with(run -> run.seed = value);
    }

    public SyntheticRun startedAt(String value) {
        return with(run -> run.startedAt = Instant.parse(value));
    }

    /** The run, complete and valid. */
    public RunResult run() {
        var random = new Random(seed);
        var order = IntStream.range(0, blocks)
                .mapToObj(block -> {
                    var drawn = new ArrayList<>(variants);
                    Collections.shuffle(drawn, random);
                    return List.copyOf(drawn);
                })
                .toList();
        var trials = new ArrayList<TrialResult>();
        for (int block = 1; block <= blocks; block++) {
            var ofBlock = order.get(block - 1);
            for (int slot = 1; slot <= ofBlock.size(); slot++) {
                trials.add(trial(ofBlock.get(slot - 1), block, slot, random));
            }
        }
        return new RunResult(
                new RunOrigin(
                        RunResult.SCHEMA,
                        runId,
                        "ralbench 0.1.0",
                        List.of("ralbench", "run", "shop-checkout"),
                        startedAt),
                RunResult.Status.COMPLETE,
                new RunLayout(seed, design(), order),
                StoredScenario.of(scenario(), "users with one connection each, no think time"),
                new RunResult.Generator(
                        "netty epoll, 1 event loop",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                new Fingerprint(
                        Map.of("cores", "2", "cpu", cpu, "kernel", "6.18", "runtime", "docker"),
                        Map.of("jdk", "25.0.3", "mysql", "MySQL 9.7.4"),
                        Map.of("loadAverage1min", "0.31")),
                new RunResult.Expected(Map.of(), Optional.empty()),
                Optional.empty(),
                trials);
    }

    /** The run with its trials changed one by one. */
    public static RunResult eachTrial(RunResult run, UnaryOperator<TrialResult> change) {
        return run.with(run.status(), run.trials().stream().map(change).toList());
    }

    /** The trial with its windows changed one by one. */
    public static TrialResult eachWindow(TrialResult trial, UnaryOperator<WindowMeasurement> change) {
        var changed = trial.measurement()
                .map(old -> Copy.of(old)
                        .with("windows", old.windows().stream().map(change).toList())
                        .with("wholeRun", change.apply(old.wholeRun()))
                        .made());
        return Copy.of(trial).with("measurement", changed).made();
    }

    /** The trial, not to be trusted for this reason. */
    public static TrialResult invalid(TrialResult trial, String reason) {
        var validity = new TrialResult.Validity(TrialResult.ValidityLevel.INVALID, List.of(reason));
        return Copy.of(trial).with("validity", validity).made();
    }

    private Design design() {
        var alternating = turns == 0
                ? Optional.<Design.Turns>empty()
                : Optional.of(new Design.Turns(levels, turns, levelSeconds * 1e3, 500, 20_000, 60_000));
        return new Design(
                turns == 0 ? Design.Order.INTERLEAVED : Design.Order.ALTERNATING,
                List.of(blocks),
                alternating,
                Optional.empty(),
                1);
    }

    private Map<String, Object> scenario() {
        var targets = new LinkedHashMap<String, Object>();
        variants.forEach(variant -> targets.put(
                variant,
                labels.containsKey(variant)
                        ? Map.of("target", "shop", "labels", labels.get(variant))
                        : Map.of("target", "shop")));
        var document = new LinkedHashMap<String, Object>();
        document.put("schema", 1);
        document.put("name", scenario);
        document.put("request", Map.of("method", "GET", "path", "/checkout"));
        document.put("load", Map.of("think", "0s", "timeout", "10s"));
        document.put("variants", targets);
        return document;
    }

    private TrialResult trial(String variant, int block, int slot, Random random) {
        var windows = new ArrayList<WindowMeasurement>();
        double trialMillis = millis * StrictMath.exp(harm.getOrDefault(variant, 0.0) + noise * random.nextGaussian());
        double cost = costs.getOrDefault(variant, USUAL_COST) * StrictMath.exp(noise / 4 * random.nextGaussian());
        int heap = (int) Math.round(182 * StrictMath.exp(noise / 2 * random.nextGaussian()));
        for (int users : levels) {
            for (int turn = 0; turn < Math.max(1, turns); turn++) {
                double drawn = trialMillis * StrictMath.exp(noise * random.nextGaussian());
                windows.add(seen(variant, window(users, windows, drawn), cost, heap));
            }
        }
        return new TrialResult(
                new TrialId(variant, block, slot, 1, startedAt.plusSeconds(60L * block + 20L * slot)),
                TrialResult.Status.COMPLETE,
                new TrialSetup(
                        Optional.of(new TrialSetup.TargetResult(
                                "Shop",
                                "http://127.0.0.1:18080",
                                Optional.of("java -jar shop.jar"),
                                Optional.of(1100 * StrictMath.exp(noise * random.nextGaussian())),
                                Optional.empty(),
                                Map.of(),
                                subjects.getOrDefault(variant, Map.of("jar", "sha256:" + variant)),
                                Optional.empty(),
                                Optional.empty())),
                        List.of(new TrialSetup.ServerResult(
                                "mysql", "MySQL 9.7.4", "container mysql:9.7", Optional.of(1300.0), Optional.empty())),
                        Optional.empty(),
                        Optional.of(work(variant)),
                        Optional.empty()),
                Optional.empty(),
                Optional.of(
                        new Measurement(windows, whole(variant, windows, cost, heap), series(windows), Map.of(), "")),
                Optional.empty(),
                TrialResult.Validity.valid());
    }

    private WindowMeasurement window(int users, List<WindowMeasurement> before, double drawn) {
        double start =
                before.stream().mapToDouble(WindowMeasurement::lengthSeconds).sum();
        var kind = turns > 0 ? WindowKind.TURN : WindowKind.LEVEL;
        return Windows.window(kind, users, users, start, levelSeconds, drawn, 0);
    }

    private WindowMeasurement whole(String variant, List<WindowMeasurement> windows, double cost, int heap) {
        return seen(variant, Windows.wholeRun(windows), cost, heap);
    }

    private WindowMeasurement seen(String variant, WindowMeasurement window, double cost, int heap) {
        long statementsServed = window.requests().ended() * statements.getOrDefault(variant, USUAL_STATEMENTS);
        return window.with(
                        Optional.of(Windows.inside(window, threads.getOrDefault(variant, USUAL_THREADS), heap, cost)),
                        Optional.of(Usages.calm(window.lengthSeconds())))
                .with(Map.of("mysql", new ServerView(statementsServed, 8, 10)), Map.of());
    }

    private Work work(String variant) {
        return new Work(
                200,
                Optional.of("application/json"),
                Optional.of(512L),
                Optional.of("5f70bf18"),
                Optional.of("a086c1ff"),
                Map.of("mysql", (double) statements.getOrDefault(variant, USUAL_STATEMENTS)),
                Optional.empty());
    }

    private static Series series(List<WindowMeasurement> windows) {
        var slots = windows.stream()
                .flatMap(window -> Stream.generate(() -> new Series.Slot(
                                Math.round(window.requests().successful().count() / window.lengthSeconds() / 4),
                                0,
                                window.usersTo(),
                                window.usersTo(),
                                OptionalDouble.empty(),
                                OptionalDouble.empty()))
                        .limit(Math.round(window.lengthSeconds() * 4)))
                .toList();
        return new Series(0.25, slots);
    }
}
