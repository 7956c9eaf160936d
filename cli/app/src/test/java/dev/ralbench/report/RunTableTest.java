package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Page;
import dev.ralbench.page.Style;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.Shares;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.TurnResults;
import dev.ralbench.testing.Windows;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunTableTest {
    private static final Optional<Path> FILE = Optional.of(Path.of("results/20260211-091407-7c1e.json"));

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreTheLocale() {
        Locale.setDefault(before);
    }

    @Test
    void aTerminalOf100ColumnsShowsEveryColumn() {
        Golden.matches("report/delay-200-wide.txt", text(Results.delay200(), RunTable.Detail.SHORT, Page.plain(100)));
    }

    @Test
    void aTerminalOf80ColumnsLosesTheLeastImportantOnes() {
        Golden.matches("report/delay-200-narrow.txt", text(Results.delay200(), RunTable.Detail.SHORT, Page.plain(80)));
    }

    @Test
    void onNodeTheEventLoopIsSeenAndVariantsThatWereLeftOutAreNamed() {
        Golden.matches("report/on-node.txt", text(Results.onNode(), RunTable.Detail.FULL, Page.plain(100)));
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 80, 100})
    void oneLevelOfAUrlIsOneTable(int columns) {
        Golden.matches(
                "report/url-" + columns + ".txt", text(Results.ofUrl(), RunTable.Detail.SHORT, Page.plain(columns)));
    }

    @Test
    void ofAMergedRunTheGeneratorsAreListed() {
        Golden.matches("report/merged.txt", text(Shares.merged(), RunTable.Detail.FULL, Page.plain(100)));
        Golden.matches("report/agents.txt", text(Shares.byAgents(), RunTable.Detail.FULL, Page.plain(120)));
    }

    private static RunResult mixed(RunResult run) {
        var times = new LinkedHashMap<String, Double>();
        times.put("list", 0.5);
        times.put("order", 1.5);
        return SyntheticRun.eachTrial(
                run, trial -> SyntheticRun.eachWindow(trial, window -> Windows.mixed(window, times)));
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100})
    void eachOfSeveralRequestsHasARowBelowThatOfAll(int columns) {
        Golden.matches(
                "report/mix-" + columns + ".txt",
                text(mixed(Results.ofUrl()), RunTable.Detail.FULL, Page.plain(columns)));
    }

    @Test
    void soItHasWithSeveralVariantsAndFiguresFromInside() {
        Golden.matches(
                "report/mix-of-variants.txt", text(mixed(Results.delay200()), RunTable.Detail.SHORT, Page.plain(100)));
    }

    @Test
    void failuresAreToldByTheRequestsThatFailed() {
        var windows = List.of(Windows.window(WindowKind.LEVEL, 5, 5, 0, 5, 2, 40));
        var run = SyntheticRun.eachTrial(
                ofUrl(windows),
                trial -> Copy.of(trial)
                        .with(
                                "measurement",
                                trial.measurement()
                                        .map(found -> Copy.of(found)
                                                .with("failureDetails", Map.of("status 503", 40L))
                                                .made()))
                        .made());

        assertThat(text(run, RunTable.Detail.SHORT, Page.plain(100)))
                .contains("url: failed requests: status 503 40×\n");
        assertThat(text(mixed(run), RunTable.Detail.SHORT, Page.plain(100)))
                .contains("url: failed requests: status 503 40× (list 20×, order 20×)\n");
    }

    @Test
    void theDetailsOfAUrlHaveWhatCanBeKnown() {
        var text = text(Results.ofUrl(), RunTable.Detail.FULL, Page.plain(100));

        assertThat(text).contains("no think time", "whole run", "Little's law holds", "p99 CO-est.");
        assertThat(text).as("nothing was looked into").doesNotContain("heap live");
        assertThat(text)
                .containsPattern("received  +sent bytes  +body/resp  +received/req\n")
                .containsPattern(" 618 KiB/s  +103 KiB/s  +187 B  +253 B\n");
    }

    @Test
    void bytesOfSeveralLevelsOfAUrlAreOneLineAndThoseOfOlderResultsNone() {
        var slow = Windows.transferring(Windows.level(1, 0, 5, 2), 42, 66, 187);
        var fast = Windows.transferring(Windows.level(10, 5, 5, 2), 42, 66, 187);
        var older = Windows.level(10, 5, 5, 2);

        assertThat(text(ofUrl(List.of(slow, fast)), RunTable.Detail.SHORT, Page.plain(100)))
                .contains("\nreceived 124 KiB/s to 1.21 MiB/s (253 B per request, bodies of 187 B); sent 20.5 KiB/s to"
                        + " 205 KiB/s\n");
        for (var detail : RunTable.Detail.values()) {
            assertThat(text(ofUrl(List.of(older)), detail, Page.plain(100))).doesNotContain("received", "sent bytes");
        }
    }

    private static RunResult ofUrl(List<WindowMeasurement> windows) {
        var run = Results.ofUrl();
        var trial = run.trials().getFirst();
        var measurement = Copy.of(trial.measurement().orElseThrow())
                .with("windows", windows)
                .with("wholeRun", Windows.wholeRun(windows))
                .made();
        return Copy.of(run)
                .with(
                        "trials",
                        List.of(Copy.of(trial)
                                .with("measurement", Optional.of(measurement))
                                .made()))
                .made();
    }

    @Test
    void ofAnUntrustedRunThereIsNoSentence() {
        var run = Results.ofUrl();
        var invalid = new TrialResult.Validity(TrialResult.ValidityLevel.INVALID, List.of("stolen"));

        assertThat(text(ofUrl(invalid), RunTable.Detail.SHORT, Page.plain(100)))
                .startsWith("127-0-0-1-8080   closed 5 users")
                .contains(" · invalid\n");
        assertThat(text(run, RunTable.Detail.SHORT, Page.plain(100)))
                .startsWith("url serves 2 500 requests/s at 5 users: half in 2.00 ms, 99 % in 2.04 ms.");
    }

    /** The variant's name has "threads" in it, and the ratio's title the variant's name. */
    @Test
    void aColumnThatIsNotShownHasNoLegend() {
        var run = Results.delay200();

        assertThat(text(run, RunTable.Detail.SHORT, Page.plain(100))).contains("threads: peak of live");
        assertThat(text(withVirtualThreadsFirst(run), RunTable.Detail.SHORT, Page.plain(70)))
                .contains("vs virtual-threads")
                .doesNotContain("threads: peak of live");
    }

    private static RunResult withVirtualThreadsFirst(RunResult run) {
        var document = Map.of("name", "delay-200", "variants", Map.of("virtual-threads", Map.of()));
        return Copy.of(run).with("scenario.document", document).made();
    }

    @Test
    void severalTrialsShowMedianAndRangeOfTheRatio() {
        Golden.matches("report/three-trials.txt", text(Results.delay200(3), RunTable.Detail.FULL, Page.plain(100)));
    }

    @Test
    void turnsOfALevelAreOneRowWithoutDisturbedBlocks() {
        Golden.matches("report/alternating.txt", text(TurnResults.twoPairs(), RunTable.Detail.SHORT, Page.plain(100)));
    }

    @Test
    void plainAsciiHasNoOtherSign() {
        var text = text(Results.delay200(3), RunTable.Detail.FULL, new Page(80, Glyphs.ASCII, Style.PLAIN));

        assertThat(text).isASCII();
        Golden.matches("report/three-trials-ascii.txt", text);
    }

    @Test
    void trialsThatFailedOrWereAbortedAreThereWithTheirReason() {
        Golden.matches("report/troubled.txt", text(Results.troubled(), RunTable.Detail.SHORT, Page.plain(100)));
    }

    @Test
    void aLoadThatWasAbortedIsSaidAboveTheTableAndMarkedInIt() {
        var text = text(Results.abortedLoad(), RunTable.Detail.SHORT, Page.plain(100));

        assertThat(text.substring(0, text.indexOf("users  variant")))
                .contains(
                        "\nreactive: aborted after 898 completed requests, at the first failure: no response within 30 s\n");
        Golden.matches("report/aborted-load.txt", text);
    }

    @Test
    void theLevelThatBreaksLittlesLawIsFlagged() {
        assertThat(text(Results.troubled(), RunTable.Detail.FULL, Page.plain(100))
                        .lines())
                .anyMatch(line -> line.matches("  512  imperative .* −8\\.2 % +4\\.60 %  does not hold: idle users"));
    }

    @Test
    void partsOfASequenceWithOneLabelAreOneLevel() {
        Golden.matches(
                "report/cold-and-warm.txt", text(CountedResults.fanOut(1), RunTable.Detail.SHORT, Page.plain(100)));
    }

    @Test
    void labelledLevelsOfSeveralTrials() {
        Golden.matches(
                "report/cold-and-warm-three-trials.txt",
                text(CountedResults.fanOut(3), RunTable.Detail.FULL, Page.plain(100)));
    }

    @Test
    void aRunWithoutTrialsSaysSo() {
        assertThat(text(Results.started(), RunTable.Detail.FULL, Page.plain(80)))
                .contains("nothing measured")
                .contains("imperative and reactive: not measured");
    }

    @ParameterizedTest
    @ValueSource(strings = {"de-DE", "fr-FR", "ar-EG", "hi-IN-u-nu-deva"})
    void theLanguageOfTheMachineChangesNothing(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));

        Golden.matches("report/delay-200-wide.txt", text(Results.delay200(), RunTable.Detail.SHORT, Page.plain(100)));
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 100, 200})
    void noLineIsWiderThanThePage(int width) {
        var page = Page.plain(width);
        for (var run : List.of(Results.delay200(3), Results.troubled(), Results.small())) {
            assertThat(new RunTable(run, RunTable.Detail.FULL).render(page, Optional.empty()))
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(Math.min(width, 100)));
        }
    }

    @Test
    void coloursChangeNothingButColours() {
        var coloured = text(Results.troubled(), RunTable.Detail.FULL, new Page(100, Glyphs.UNICODE, Style.COLOUR));

        assertThat(coloured).contains("\u001b[31m");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "").lines().map(String::stripTrailing))
                .containsExactlyElementsOf(text(Results.troubled(), RunTable.Detail.FULL, Page.plain(100))
                        .lines()
                        .toList());
    }

    @Test
    void anotherLoadThanThePublishedOneIsSaid() {
        var quick = withOfferedSeconds(Results.delay200(), 4_096);

        assertThat(text(quick, RunTable.Detail.SHORT, Page.plain(100)))
                .contains("4 096 user-seconds here, 71 680")
                .doesNotContain("measured  predicted  deviation  published")
                .doesNotContain("published: Spring");
    }

    private static RunResult withOfferedSeconds(RunResult run, double seconds) {
        var generator = new RunResult.Generator(
                run.generator().sender(), Optional.empty(), Optional.of(seconds), Optional.empty(), Optional.empty());
        return Copy.of(run).with("generator", generator).made();
    }

    private static String text(RunResult run, RunTable.Detail detail, Page page) {
        return String.join("\n", new RunTable(run, detail).render(page, FILE)) + "\n";
    }

    private static RunResult suspect(RunResult run, String... reasons) {
        var validity = new TrialResult.Validity(TrialResult.ValidityLevel.SUSPECT, List.of(reasons));
        return run.with(
                run.status(),
                run.trials().stream()
                        .map(trial -> Copy.of(trial).with("validity", validity).made())
                        .toList());
    }

    private static final String BUSY =
            "other programs took 64.8 % of the CPUs in the whole load (at most 5.0 %), while an"
                    + " event loop waited for one in 30.0 % of the time: end what else runs there, unless it is a part of the service";

    @Test
    void aBusyMachineIsOneShortNoteUnlessDetailsAreWanted() {
        var run = suspect(
                Results.small(),
                "ralbench as a whole stood still for 427 ms at 16 users (at most 100): others had its CPUs",
                BUSY);

        assertThat(text(run, RunTable.Detail.SHORT, Page.plain(100))).contains("""
                        imperative and reactive: suspect: other programs used 65 % of the CPUs: run it again when they have
                          ended (--details)
                        """);
        assertThat(text(run, RunTable.Detail.SHORT, Page.plain(100)).lines())
                .as("the same of both is there once")
                .filteredOn(line -> line.contains("suspect: "))
                .hasSize(1);
        assertThat(text(run, RunTable.Detail.FULL, Page.plain(100))).contains("stood still for 427 ms", "64.8 %");
    }

    /** Each trial has a share of its own. */
    @Test
    void aMachineThatIsBusyInAllTrialsIsOneNote() {
        var run = Results.delay200(3);
        var share = new AtomicInteger(60);
        var busy = run.with(
                run.status(),
                run.trials().stream()
                        .map(trial -> Copy.of(trial)
                                .with(
                                        "validity",
                                        new TrialResult.Validity(
                                                TrialResult.ValidityLevel.SUSPECT,
                                                List.of(BUSY.replace("64.8", share.incrementAndGet() + ".0"))))
                                .made())
                        .toList());

        assertThat(text(busy, RunTable.Detail.SHORT, Page.plain(100)))
                .containsOnlyOnce("suspect: ")
                .contains("""
                        imperative, virtual-threads, reactive and coroutines, trials 1, 2 and 3: suspect: other programs
                          used up to 72 % of the CPUs: run it again when they have ended
                        """);
        assertThat(text(busy, RunTable.Detail.FULL, Page.plain(100)).lines())
                .filteredOn(line -> line.contains("suspect: "))
                .hasSize(run.trials().size());
    }

    @Test
    void severalReasonsToDoubtATrialAreOneLineUnlessDetailsAreWanted() {
        var run = suspect(
                Results.small(), "other programs took 82 % of its CPUs: figures may be too slow", "late by 65.1 ms");

        assertThat(text(run, RunTable.Detail.SHORT, Page.plain(100)).lines())
                .contains("imperative and reactive: suspect: other programs took 82 % of its CPUs (1 more: --details)")
                .noneMatch(line -> line.contains("65.1 ms"));
        assertThat(text(run, RunTable.Detail.FULL, Page.plain(100)))
                .contains("of its CPUs: figures may be too slow", "suspect: late by 65.1 ms");
    }

    @Test
    void aSingleReasonIsThereInFull() {
        assertThat(text(suspect(Results.small(), "busy: by far"), RunTable.Detail.SHORT, Page.plain(100)))
                .contains("suspect: busy: by far\n");
    }

    /** The end of a reason says what to do. */
    @Test
    void eachReasonOfAnInvalidTrialIsThereInFull() {
        var late =
                "the event loops were late by 37.8 ms (at most 10.0 %): response times may be too long; give ralbench more CPUs";
        var invalid = TrialResult.ValidityLevel.INVALID;
        var two = new TrialResult.Validity(invalid, List.of("partial: stopped by the user", late));

        for (var validity : List.of(two, new TrialResult.Validity(invalid, List.of(late)))) {
            for (int columns : new int[] {60, 100}) {
                var text = text(ofUrl(validity), RunTable.Detail.SHORT, Page.plain(columns))
                        .replaceAll("\\s+", " ");
                assertThat(text).contains("url: invalid: " + late).doesNotContain("--details");
            }
        }
        assertThat(text(ofUrl(two), RunTable.Detail.SHORT, Page.plain(60)))
                .contains("url: invalid: partial: stopped by the user\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "late by 37.8 ms: response times may be too long; the loops waited; give ralbench more CPUs"
                        + " | late by 37.8 ms; give ralbench more CPUs (--details)",
                "late by 37.8 ms on all of the levels: give ralbench more CPUs"
                        + " | late by 37.8 ms on all of the levels: give ralbench more CPUs",
                "the host took CPU time: run it again elsewhere; the result has 3 more of such figures"
                        + " | the host took CPU time: run it again elsewhere (--details)",
                "late by 37.8 ms on all of the levels: response times may be too long by up to that"
                        + " | late by 37.8 ms on all of the levels (--details)",
                "a reason of one clause that is a good deal longer than one line has room for it"
                        + " | a reason of one clause that is a good deal longer than one line has room for it",
            })
    void aSuspectTrialsOnlyReasonKeepsWhatToDo(String reason, String shown) {
        var remedies = List.of("give ralbench more CPUs", "run it again elsewhere");
        var suspect =
                new TrialResult.Validity(TrialResult.ValidityLevel.SUSPECT, List.of(reason), Optional.of(remedies));

        assertThat(text(ofUrl(suspect), RunTable.Detail.SHORT, Page.plain(72)).replaceAll("\\s+", " "))
                .contains("url: suspect: " + shown + " result:");
    }

    /** Results of earlier versions have the remedy in the sentence alone. */
    @Test
    void aReasonOfAnOlderResultKeepsWhatToDo() {
        var reason =
                "level 8 is not steady: the target's compilers took 28.6 % of its CPU time (at most 10.0 %); warm it up"
                        + " for longer";
        var older = new TrialResult.Validity(TrialResult.ValidityLevel.SUSPECT, List.of(reason), Optional.empty());

        assertThat(text(ofUrl(older), RunTable.Detail.SHORT, Page.plain(72)).replaceAll("\\s+", " "))
                .contains("url: suspect: level 8 is not steady; warm it up for longer (--details)");
    }

    private static RunResult ofUrl(TrialResult.Validity validity) {
        var run = Results.ofUrl();
        var trial = Copy.of(run.trials().getFirst()).with("validity", validity).made();
        return run.with(run.status(), List.of(trial));
    }

    @Test
    void aLevelThatIsOverAtOnceIsNotTakenForAMeasurement() {
        var run = Results.small();
        var shortened = run.with(
                run.status(),
                run.trials().stream()
                        .map(trial -> Copy.of(trial)
                                .with("measurement", trial.measurement().map(RunTableTest::ofSixMillis))
                                .made())
                        .toList());

        assertThat(text(shortened, RunTable.Detail.SHORT, Page.plain(200)))
                .contains("a level took only 6.50 ms: its figures say little; send more requests (-n)");
        assertThat(text(run, RunTable.Detail.FULL, Page.plain(200))).doesNotContain("a level took only");
    }

    private static Measurement ofSixMillis(Measurement found) {
        var windows = found.windows().stream()
                .map(window -> Copy.<WindowMeasurement>of(window)
                        .with("span.lengthSeconds", 0.0065)
                        .made())
                .toList();
        return Copy.of(found).with("windows", windows).made();
    }

    @Test
    void theEndOfTheOutputOfAServiceThatDiedIsInTheTable() {
        var run = Results.troubled();
        var why = "reactive ended while it started\nexit code 1, the last lines of its output:\n"
                + "  one\n  two\n  three\n  java.net.BindException\nthe whole output is in x.log";
        var trials = run.trials().stream()
                .map(trial -> trial.id().variant().equals("reactive")
                        ? Copy.of(trial)
                                .with("failure", Optional.of(new TrialFailure(why)))
                                .made()
                        : trial)
                .toList();

        var lines = new RunTable(run.with(run.status(), trials), RunTable.Detail.SHORT)
                .render(Page.plain(200), Optional.empty());

        assertThat(String.join(" ", lines))
                .containsPattern("the last lines of\\s+its\\s+output: two / three / java.net.BindException");
    }
}
