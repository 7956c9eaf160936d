package dev.ralbench.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.merge.ResultMerger.Part;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.StoredScenario;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.Shares;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultMergerTest {
    private static TrialResult only(RunResult run) {
        assertThat(run.trials()).hasSize(1);
        return run.trials().getFirst();
    }

    private static Measurement measured(RunResult run) {
        return only(run).measurement().orElseThrow();
    }

    /** Merges with the second result changed. */
    private static RunResult mergedWith(UnaryOperator<RunResult> change) {
        var parts = Shares.two();
        var other = parts.getLast();
        return ResultMerger.merge(
                List.of(parts.getFirst(), new Part(other.name(), change.apply(other.run()))), List.of());
    }

    private static String refused(UnaryOperator<RunResult> change) {
        return words(catchThrowableOfType(Failure.class, () -> mergedWith(change)));
    }

    private static String words(Failure failure) {
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.fix()).isNotBlank();
        return failure.what() + "\n" + failure.why();
    }

    private static UnaryOperator<RunResult> trial(UnaryOperator<TrialResult> change) {
        return run ->
                Copy.of(run).with("trials", List.of(change.apply(only(run)))).made();
    }

    @Test
    void requestsOfBothCount() {
        var one = measured(Shares.two().getFirst().run()).wholeRun();
        var merged = measured(Shares.merged()).wholeRun();

        assertThat(merged.requests().count(Outcome.OK))
                .isPositive()
                .isEqualTo(2 * one.requests().count(Outcome.OK));
        assertThat(merged.requests().successful().count())
                .isEqualTo(2 * one.requests().successful().count());
        assertThat(measured(Shares.merged()).windows().getFirst().usersTo()).isEqualTo(10);
    }

    /** So it can be compared with a run of all users, as far as the scenario goes. */
    @Test
    void theScenarioIsThatOfAllUsers() {
        var merged = Shares.merged().scenario();

        assertThat(merged.sha256()).isEqualTo(Shares.scenario(10, "5s").sha256());
        assertThat(merged.userModel()).isEqualTo("2 generators, each: 5 users at most, one connection each");
    }

    @Test
    void sharesMayDiffer() {
        var merged = mergedWith(
                run -> Copy.of(run).with("scenario", Shares.scenario(7, "5s")).made());

        assertThat(merged.scenario().sha256())
                .isEqualTo(Shares.scenario(12, "5s").sha256());
        assertThat(merged.scenario().userModel())
                .isEqualTo("2 generators: a.json: 5 users at most, one connection each;"
                        + " b.json: 7 users at most, one connection each");
    }

    @Test
    void theTrialIsAsValidAsTheWorstGeneratorAndSaysWhichThatIs() {
        var validity = only(Shares.merged()).validity();

        assertThat(validity.verdict()).isEqualTo(ValidityLevel.SUSPECT);
        assertThat(validity.reasons())
                .hasSize(2)
                .allSatisfy(reason -> assertThat(reason).startsWith("generator b.json: "));
    }

    @Test
    void eachGeneratorKeepsItsOwnFacts() {
        var generators = only(Shares.merged()).generators().orElseThrow();

        assertThat(generators).extracting(GeneratorPart::name).containsExactly("a.json", "b.json");
        assertThat(generators).extracting(GeneratorPart::runId).containsExactly("run-a", "run-b");
        assertThat(generators)
                .extracting(part -> part.validity().verdict())
                .containsExactly(ValidityLevel.VALID, ValidityLevel.SUSPECT);
        assertThat(generators.getFirst().windows().getFirst().users()).isEqualTo(5);
        assertThat(generators.getLast().loadBeganAt())
                .isEqualTo(generators.getFirst().loadBeganAt().plusMillis(80));
    }

    @Test
    void machinesThatDifferAreAllNamed() {
        var merged = mergedWith(run -> Copy.of(run)
                .with("fingerprint.machine", Map.of("cores", "64", "os", "Linux"))
                .made());

        assertThat(merged.fingerprint().machine().get("cores")).isEqualTo("2 / 64");
        assertThat(merged.generator().sender()).startsWith("2 generators: ");
    }

    /** Of three, two are merged first. */
    @Test
    void aMergedResultCanBeMergedAgain() {
        var third = Shares.two().getFirst();
        var all = ResultMerger.merge(
                List.of(
                        new Part("both.json", Shares.merged()),
                        new Part(
                                "c.json",
                                Copy.of(third.run())
                                        .with("origin.runId", "run-c")
                                        .made())),
                List.of());

        assertThat(only(all).generators().orElseThrow())
                .extracting(GeneratorPart::name)
                .containsExactly("a.json", "b.json", "c.json");
        assertThat(only(all).validity().reasons())
                .allSatisfy(reason -> assertThat(reason).startsWith("generator b.json: "));
        assertThat(measured(all).windows().getFirst().usersTo()).isEqualTo(15);
    }

    @Test
    void aGeneratorThatMeasuredNothingMakesTheTrialInvalid() {
        var merged = mergedWith(trial(trial -> Copy.of(trial)
                .with("status", Status.FAILED)
                .with("failure", Optional.of(new TrialFailure("connection refused")))
                .with("measurement", Optional.empty())
                .made()));

        assertThat(only(merged).status()).isEqualTo(Status.FAILED);
        assertThat(only(merged).validity().verdict()).isEqualTo(ValidityLevel.INVALID);
        assertThat(only(merged).validity().reasons())
                .contains("generator b.json measured nothing, so the load was smaller than planned");
        assertThat(only(merged).failure().orElseThrow().text()).isEqualTo("generator b.json: connection refused");
        assertThat(measured(merged).windows().getFirst().usersTo()).isEqualTo(5);
    }

    /** A second load in the same trial, whose second window begins when the first is done. */
    private static RunResult inTwoWindows(RunResult run, double seconds) {
        var windows = List.of(Windows.level(5, 0, seconds, 2), Windows.level(5, seconds, 5, 2));
        var measurement = only(run).measurement().orElseThrow();
        return trial(trial -> Copy.of(trial)
                        .with("measurement", Optional.of(measurement.withWindows(windows, Windows.wholeRun(windows))))
                        .made())
                .apply(run);
    }

    @Test
    void windowsThatBeginApartMakeItSuspect() {
        var parts = Shares.two();
        var merged = ResultMerger.merge(
                List.of(
                        new Part("a.json", inTwoWindows(parts.getFirst().run(), 5)),
                        new Part("b.json", inTwoWindows(parts.getLast().run(), 6))),
                List.of());

        assertThat(only(merged).validity().reasons())
                .contains(
                        "generator b.json: window 2 began 1.08 s after that of a.json, more than a tenth of its 5.0 s");
    }

    @Test
    void arrivalsFromOneSeedMakeItSuspect() {
        var rate = Map.<String, Object>of(
                "name",
                "open",
                "load",
                Map.of("open", Map.of("rate", Map.of("perSecond", 2.5, "hold", "5s", "arrivals", "poisson"))));
        var parts = Shares.two().stream()
                .map(part -> new Part(
                        part.name(),
                        Copy.of(part.run())
                                .with("scenario", StoredScenario.of(rate, "open"))
                                .made()))
                .toList();
        var merged = ResultMerger.merge(parts, List.of());

        assertThat(only(merged).validity().reasons()).anyMatch(reason -> reason.contains("from the same seed"));
        assertThat(merged.scenario().document().get("load").toString()).contains("perSecond=5.0");
    }

    @Test
    void resultsThatDoNotFitAreRefusedWithBothValues() {
        assertThat(refused(
                        run -> Copy.of(run).with("origin.tool", "ralbench 9.9").made()))
                .contains("a.json and b.json are not parts of one load: different versions of ralbench")
                .contains("b.json: ralbench 9.9");
        assertThat(refused(run ->
                        Copy.of(run).with("scenario", Shares.scenario(5, "9s")).made()))
                .contains("a.json: scenario.load.closed.constant.hold: 5s")
                .contains("b.json: scenario.load.closed.constant.hold: 9s");
        assertThat(refused(run -> Copy.of(run)
                        .with("layout.order", List.of(List.of("url"), List.of("url")))
                        .made()))
                .contains("a.json: url\nb.json: url, url");
        assertThat(refused(run -> Copy.of(run).with("trials", List.of()).made()))
                .contains("different trials");
        assertThat(refused(run -> inTwoWindows(run, 5))).contains("a.json: level\nb.json: level, level");
    }

    @Test
    void scenariosOfDifferentNamesAreRefused() {
        var other = Map.<String, Object>of("name", "shop", "load", Map.of());

        assertThat(refused(run -> Copy.of(run)
                        .with("scenario", StoredScenario.of(other, ""))
                        .made()))
                .contains("a.json: 127-0-0-1-8080\nb.json: shop");
    }

    @Test
    void whatIsNoPartOfALoadIsRefused() {
        var first = Shares.two().getFirst().run();

        assertThat(refused(run -> first)).contains("a.json and b.json hold the same run");
        assertThat(refused(run ->
                        Copy.of(run).with("status", RunResult.Status.RUNNING).made()))
                .contains("b.json is the result of a run that has not ended");
        assertThat(refused(run -> Results.searched(run, Map.of("p99", "<=300ms"))))
                .contains("b.json is the result of a search for the most users");
    }

    @Test
    void aReplayedLogIsRefused() {
        var trace = Map.<String, Object>of(
                "name", "127-0-0-1-8080", "load", Map.of("open", Map.of("trace", Map.of("file", "access.log"))));

        assertThat(refused(run -> Copy.of(run)
                        .with("scenario", StoredScenario.of(trace, ""))
                        .made()))
                .contains("b.json is the result of a replayed log");
    }

    @Test
    void aTargetForEachGeneratorIsRefused() {
        var parts = Shares.two().stream()
                .map(part -> Shares.with(
                        part,
                        Copy.of(only(part.run()))
                                .with("setup", only(Results.ofUrl()).setup())
                                .made()))
                .toList();
        var failure = catchThrowableOfType(Failure.class, () -> ResultMerger.merge(parts, List.of()));

        assertThat(words(failure)).contains("each has a target of its own");
    }

    /** Windows of five seconds: half a second is a tenth. */
    @ParameterizedTest
    @CsvSource({"400, true", "-500, true", "430, false", "-700, false"})
    void loadsThatBeginApartAreRefused(long laterMillis, boolean isMerged) {
        UnaryOperator<RunResult> moved = trial(trial -> Copy.of(trial)
                .with("id.startedAt", trial.id().startedAt().plusMillis(laterMillis))
                .made());
        if (isMerged) {
            assertThat(measured(mergedWith(moved)).wholeRun().lengthSeconds()).isEqualTo(5, within(1e-9));
        } else {
            assertThat(refused(moved))
                    .contains("their loads did not begin at one instant")
                    .contains(" s lie between them")
                    .contains("at most 0.50 s may");
        }
    }
}
