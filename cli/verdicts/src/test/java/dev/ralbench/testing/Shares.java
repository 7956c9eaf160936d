package dev.ralbench.testing;

import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.merge.ResultMerger;
import dev.ralbench.result.AgentClock;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.StoredScenario;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialSetup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results of two generators that loaded one service at the same time, with five users each for five seconds. */
public final class Shares {
    private Shares() {}

    /** A valid one, and a suspect one that began 80 ms later. */
    public static List<ResultMerger.Part> two() {
        var start = Results.ofUrl().origin().startedAt();
        return List.of(
                new ResultMerger.Part("a.json", ofGenerator("run-a", start, Usages.of(5, 0.3, 0.4), Validity.valid())),
                new ResultMerger.Part(
                        "b.json",
                        ofGenerator(
                                "run-b",
                                start.plusMillis(80),
                                Usages.of(5, 1.6, 0.95),
                                Results.ofUrl().trials().getFirst().validity())));
    }

    /** They merged. */
    public static RunResult merged() {
        return ResultMerger.merge(two(), List.of("ralbench", "merge", "a.json", "b.json"));
    }

    /** The same load by two agents of a fleet. */
    public static RunResult byAgents() {
        var merged = merged();
        var trial = merged.trials().getFirst();
        var parts = trial.generators().orElseThrow();
        return Copy.of(merged)
                .with(
                        "trials",
                        List.of(Copy.of(trial)
                                .with(
                                        "generators",
                                        Optional.of(List.of(
                                                agent(parts.getFirst(), "10.0.0.8:7800", "agent-1", 0.02),
                                                agent(parts.getLast(), "10.0.0.9:7800", "agent-2", -1.2))))
                                .made()))
                .made();
    }

    private static GeneratorPart agent(GeneratorPart part, String address, String key, double driftMillis) {
        var clock = new AgentClock(7_200_431.25, 0.125, Optional.of(new AgentClock.Drift(driftMillis, 0.25)));
        return Copy.of(part)
                .with("name", address)
                .made()
                .began(part.loadBeganAt(), new GeneratorPart.Agent(Optional.of(key), Optional.of(28_232), clock));
    }

    private static RunResult ofGenerator(String runId, Instant start, GeneratorUsage usage, Validity validity) {
        var run = Results.ofUrl();
        var trial = run.trials().getFirst();
        var target = Copy.of(trial.setup().target().orElseThrow())
                .with("commandLine", Optional.empty())
                .with("subject", Map.of())
                .made();
        var measured = trial.measurement().orElseThrow();
        var watched = measured.withWindows(
                measured.windows().stream()
                        .map(window -> window.with(Optional.empty(), Optional.of(usage)))
                        .toList(),
                measured.wholeRun().with(Optional.empty(), Optional.of(usage)));
        var moved = Duration.between(run.origin().startedAt(), start);
        return Copy.of(run)
                .with("origin.runId", runId)
                .with("origin.startedAt", start)
                .with("scenario", scenario(5, "5s"))
                .with(
                        "trials",
                        List.of(Copy.of(trial)
                                .with("id.startedAt", trial.id().startedAt().plus(moved))
                                .with("setup.target", Optional.<TrialSetup.TargetResult>of(target))
                                .with("measurement", Optional.of(watched))
                                .with("validity", validity)
                                .made()))
                .made();
    }

    /** As a run by a URL stores it. */
    public static StoredScenario scenario(int users, String hold) {
        return StoredScenario.of(
                Map.of(
                        "schema",
                        1,
                        "name",
                        "127-0-0-1-8080",
                        "request",
                        Map.of("path", "/"),
                        "load",
                        Map.of("closed", Map.of("constant", Map.of("users", users, "hold", hold))),
                        "variants",
                        Map.of("url", Map.of("target", Map.of("url", "http://127.0.0.1:8080")))),
                users + " users at most, one connection each");
    }

    /** A trial of a part, as another one. */
    public static ResultMerger.Part with(ResultMerger.Part part, TrialResult trial) {
        return new ResultMerger.Part(
                part.name(), Copy.of(part.run()).with("trials", List.of(trial)).made());
    }
}
