package dev.ralbench.testing;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.ServerView;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialId;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialSetup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Results of counted loads that could have been: four calls one after the other against four at once, ten users, ten
 * calls each, once cold and five times warm.
 */
public final class CountedResults {
    private static final List<String> VARIANTS = List.of("sequential", "pooled-dropping", "coroutines");
    private static final int WARM_ROUNDS = 5;

    private static final String WHY_IT_FAILS =
            "the published executor drops tasks, and requests that wait for them hang";
    private static final Map<String, Double> DROPPED = Map.of(
            "fan_out_dropped_tasks_total{kind=\"sql\"}", 81.0,
            "fan_out_dropped_tasks_total{kind=\"cpu\"}", 72.0,
            "fan_out_tasks_total{state=\"dropped\"}", 153.0);

    private CountedResults() {}

    /** So many trials, in which nine of ten users of the pool that drops tasks hang at every level. */
    public static RunResult fanOut(int blocks) {
        var trials = IntStream.rangeClosed(1, blocks)
                .boxed()
                .flatMap(block -> VARIANTS.stream().map(variant -> trial(variant, block)))
                .toList();
        return run(VARIANTS, blocks).with(RunResult.Status.COMPLETE, trials);
    }

    /** The pool that drops tasks has not dropped any. */
    public static RunResult nothingDropped() {
        var windows = List.of(Windows.counted("cold", 10, 10, 0, 260, 0));
        var trial = trial("pooled-dropping", 1, windows, 0);
        return run(List.of("pooled-dropping"), 1).with(RunResult.Status.COMPLETE, List.of(trial));
    }

    /** One variant whose every call hangs. */
    public static RunResult allHung() {
        var windows = List.of(Windows.counted("cold", 10, 10, 0, 260, 10));
        var trial = trial("pooled-dropping", 1, windows, 10);
        return run(List.of("pooled-dropping"), 1).with(RunResult.Status.COMPLETE, List.of(trial));
    }

    /**
     * A thousand users with one call each: one wave of the published delay, five of it, and 125 of a hundredth of it, each a
     * little slower than without overhead.
     */
    public static RunResult burst() {
        var predictions = new LinkedHashMap<String, RunResult.PredictionResult>();
        predictions.put("netty-io", waiting(30_000, Optional.empty()));
        predictions.put("tomcat-blocking", waiting(30_000, Optional.of(200)));
        predictions.put("netty-blocking", waiting(300, Optional.of(8)));
        var trials = List.of(
                burst("netty-io", 30_010, 30_400, 912),
                burst("tomcat-blocking", 30_010, 150_600, 200),
                burst("netty-blocking", 310, 37_900, 32));
        var names = List.of("test1", "test6", "test3");
        var variants = List.copyOf(predictions.keySet());
        var written = new LinkedHashMap<String, Object>();
        for (int i = 0; i < variants.size(); i++) {
            written.put(variants.get(i), Map.of("published", names.get(i)));
        }
        var like = run(variants, 1);
        var scenario = new LinkedHashMap<>(like.scenario().document());
        scenario.put("name", "burst-1000");
        scenario.put("variants", written);
        return Copy.of(like)
                .with("scenario.document", scenario)
                .with("expected.predictions", predictions)
                .with("expected.reference", Optional.of("cor.burst-1000"))
                .made()
                .with(RunResult.Status.COMPLETE, trials);
    }

    private static RunResult.PredictionResult waiting(double millis, Optional<Integer> workers) {
        return RunResult.PredictionResult.ofDelay(millis, workers, Optional.empty(), Optional.empty());
    }

    private static TrialResult burst(String variant, double firstMillis, double lastMillis, double peak) {
        var responses = Distributions.between(1000, firstMillis, lastMillis);
        var window = Copy.of(Windows.counted("burst", 1000, 1, 0, lastMillis, 0))
                .with("span.label", Optional.empty())
                .with("requests.successful", responses)
                .with("requests.all", responses)
                .with("requests.peakPerSecond", OptionalDouble.of(peak))
                .made();
        return trial(variant, 1, List.of(window), 0);
    }

    private static RunResult run(List<String> variants, int blocks) {
        var like = Results.started();
        var scenario = new LinkedHashMap<>(like.scenario().document());
        scenario.put("name", "fan-out");
        scenario.put("variants", written());
        var generator = new RunResult.Generator(
                like.generator().sender(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        return Copy.of(like)
                .with("layout.order", Collections.nCopies(blocks, variants))
                .with("scenario.document", scenario)
                .with(
                        "scenario.userModel",
                        "10 users at most, one connection each, no think time, timeout 10 s, the load ends when its"
                                + " requests are done, failed requests are counted")
                .with("generator", generator)
                .with("expected.predictions", predictions(variants))
                .with("expected.reference", Optional.empty())
                .made();
    }

    private static Map<String, Map<String, Object>> written() {
        var written = new LinkedHashMap<String, Map<String, Object>>();
        for (var variant : VARIANTS) {
            var published = "v" + (VARIANTS.indexOf(variant) + 1);
            written.put(variant, new LinkedHashMap<>(Map.of("path", "/" + variant, "published", published)));
        }
        written.get("pooled-dropping").put("expectFailures", WHY_IT_FAILS);
        return written;
    }

    private static Map<String, RunResult.PredictionResult> predictions(List<String> variants) {
        var predictions = new LinkedHashMap<String, RunResult.PredictionResult>();
        for (var variant : variants) {
            double millis = variant.equals("sequential") ? 1_070 : 257;
            predictions.put(
                    variant,
                    RunResult.PredictionResult.ofDelay(millis, Optional.empty(), Optional.empty(), Optional.empty()));
        }
        return predictions;
    }

    private static TrialResult trial(String variant, int block) {
        double slower = 1 + 0.01 * (block - 1);
        double millis = variant.equals("sequential") ? 1_072 * slower : 259 * slower;
        long hung = variant.equals("pooled-dropping") ? 9 : 0;
        var windows = new ArrayList<WindowMeasurement>();
        windows.add(Windows.counted("cold", 10, 10, 0, millis * 1.4, hung));
        for (int round = 0; round < WARM_ROUNDS; round++) {
            double start =
                    windows.getLast().span().startSeconds() + windows.getLast().lengthSeconds();
            windows.add(Windows.counted("warm", 10, 10, start, millis * (1 + 0.01 * round), hung));
        }
        windows.replaceAll(window -> window.with(served(window), hung > 0 ? DROPPED : Map.of()));
        return trial(variant, block, windows, hung * windows.size());
    }

    /** Four of each per request that was answered; half of a hung one's were dropped. */
    private static Map<String, ServerView> served(WindowMeasurement window) {
        long each = 4 * window.requests().completions().successful()
                + 2 * (window.requests().timedOut() + window.requests().stillOpen());
        return Map.of(
                "mysql", new ServerView(each, 7, 20),
                "redis", new ServerView(each, 0, 1),
                "upstream", new ServerView(each, 40, 0));
    }

    private static List<TrialSetup.ServerResult> servers() {
        return List.of(
                new TrialSetup.ServerResult(
                        "mysql", "MariaDB 11.4.5", "embedded", Optional.of(230.5), Optional.of("logs/mysql.log")),
                new TrialSetup.ServerResult(
                        "redis", "Redis 7.0.15", "embedded", Optional.of(14.2), Optional.of("logs/redis.log")),
                new TrialSetup.ServerResult(
                        "upstream", "upstream stub", "built in", Optional.empty(), Optional.empty()));
    }

    private static TrialSetup.TargetResult target() {
        return new TrialSetup.TargetResult(
                "Spring MVC on Tomcat",
                "http://127.0.0.1:18080",
                Optional.of("java -jar fan-out.jar"),
                Optional.of(2_690.1),
                Optional.of("logs/fan-out.log"),
                Map.of("cpuStep", "15ms: cpuIterations = 10086522"),
                Map.of(),
                Optional.of("/docker cpu.shares 1024"),
                Optional.empty());
    }

    private static TrialResult trial(String variant, int block, List<WindowMeasurement> windows, long hung) {
        Map<String, Long> details =
                hung == 0 ? Map.of() : Map.of("no response within 10 s", hung, "still open at the end", hung);
        return new TrialResult(
                new TrialId(variant, block, 1, 1, Results.started().origin().startedAt()),
                TrialResult.Status.COMPLETE,
                new TrialSetup(
                        Optional.of(target()),
                        servers(),
                        Optional.of(new TrialSetup.StartUp(640.2, 2_692.4, 588.7, 4_720)),
                        Optional.empty(),
                        Optional.empty()),
                Optional.empty(),
                Optional.of(new Measurement(windows, Windows.wholeRun(windows), new Series(1, List.of()), details, "")),
                Optional.empty(),
                TrialResult.Validity.valid());
    }
}
