package dev.ralbench.page.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.GeneratorGlance;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.measurement.SampleLoadTotals;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Style;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FakeScreen;
import dev.ralbench.testing.Golden;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressDisplayTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void aLogGetsALineEveryTenSeconds() {
        try (var display = ProgressDisplay.lines(out, Glyphs.UNICODE, 10)) {
            for (int quarter = 0; quarter < 4 * 30; quarter++) {
                display.update(at(quarter / 4.0)
                        .level(quarter < 4 * 15 ? "256 users" : "512 users")
                        .made());
            }
        }

        assertThat(written().lines())
                .extracting(line -> line.replaceFirst(" · .*?(\\d+ users) .*", " $1"))
                .containsExactly("0:10 256 users", "0:20 512 users");
    }

    @Test
    void aLineIsOfTheTimeSinceTheLineBefore() {
        var slow = SampleLoadTotals.of(10, 1_000, 500, 2);
        var fast = SampleLoadTotals.then(slow, 10, 20_000, 20, 3);
        try (var display = ProgressDisplay.lines(out, Glyphs.ASCII, 10)) {
            display.update(at(0).made());
            display.update(at(10).soFar(slow).made());
            display.update(at(20).soFar(fast).made());
        }

        assertThat(written().lines())
                .extracting(line -> line.replaceFirst(".*(last .*?) \\|.*", "$1"))
                .containsExactly(
                        "last 10 s: 100/s, p50 500 ms, p99 500 ms, errors 2",
                        "last 10 s: 2 000/s, p50 20.0 ms, p99 20.0 ms, errors 3");
    }

    @Test
    void aLoadThatHasJustBegunHasNoLineYet() {
        try (var display = ProgressDisplay.lines(out, Glyphs.UNICODE, 10)) {
            display.update(at(0).made());
            display.update(at(12).soFar(LoadTotals.none()).made());
            assertThat(written()).isEmpty();
            display.update(at(13).soFar(SampleLoadTotals.of(1, 50, 20, 0)).made());
        }

        assertThat(written()).contains("last 1 s: 50.0/s");
    }

    @Test
    void aLineOfTurnsIsOfTheVariantThatHasItsTurn() {
        var a = SampleLoadTotals.of(5, 500, 20, 0);
        var b = SampleLoadTotals.of(5, 2_000, 20, 0);
        try (var display = ProgressDisplay.lines(out, Glyphs.ASCII, 10)) {
            display.update(at(0).turnOf("a", 1).made());
            display.update(at(5).turnOf("a", 1).soFar(a).made());
            display.update(at(10).turnOf("b", 2).soFar(b).made());
            display.update(at(15).turnOf("b", 2)
                    .soFar(SampleLoadTotals.then(b, 5, 1_000, 20, 0))
                    .made());
            display.update(at(20).turnOf("a", 1)
                    .soFar(SampleLoadTotals.then(a, 5, 250, 20, 0))
                    .made());
        }

        assertThat(written().lines())
                .extracting(line -> line.replaceFirst("(.*?) \\| (\\w) \\| .*(last .*?),.*", "$2: $3"))
                .containsExactly("b: last 5 s: 400/s", "a: last 5 s: 50.0/s");
    }

    @Test
    void theLiveDisplayOfTurnsHasABarForTheBlock() {
        try (var display = live(80)) {
            display.update(at(60).turnOf("a", 1).level("lead-in, 256 users").made());
        }
        assertThat(visible())
                .anySatisfy(line -> assertThat(line).startsWith("block ").contains("1:00 of 2:00"));
    }

    @Test
    void aLineSaysWhatIsGoingOn() {
        try (var display = ProgressDisplay.lines(out, Glyphs.ASCII, 10)) {
            display.update(at(55).made());
            display.update(
                    at(65).soFar(SampleLoadTotals.of(10, 12_500, 204.2, 3)).made());
        }

        assertThat(written().strip())
                .isEqualTo("1:05 | delay-200 | trial 2/8 (block 1/2) | virtual-threads | 256 users | users 255/256 |"
                        + " last 10 s: 1 250/s, p50 204 ms, p99 204 ms, errors 3 |"
                        + " target 34 OS threads, 412 MiB resident, 0.870 cores | 1:08:55 left");
    }

    @Test
    void theLiveDisplayIsDrawnFourTimesASecondAtMost() {
        try (var display = live(80)) {
            for (int milli = 0; milli < 1000; milli++) {
                display.update(at(10 + milli / 1000.0).made());
            }
        }

        assertThat(written().split("delay-200", -1)).hasSize(1 + 4);
    }

    @Test
    void theLiveDisplayFitsIntoItsTerminal() {
        try (var display = live(80)) {
            display.update(at(3725).level("ramp from 100 000 to 200 000 users and a very long name of a level")
                    .made());
        }

        assertThat(visible()).allSatisfy(line -> assertThat(line.length()).isLessThan(80));
        assertThat(visible())
                .anySatisfy(line -> assertThat(line).startsWith("run   ").contains("1:02:05 of 1:10:00"));
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 60, 80, 100, 200})
    void theDisplayUsesTheWholeTerminal(int columns) {
        var screen = new FakeScreen(columns);
        var display = live(columns);
        climb(display);
        screen.print(written());

        Golden.matches("report/live-" + columns + ".txt", screen.text() + "\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 47, 60, 79, 80, 81, 120, 133, 160, 199, 200})
    void noLineIsWiderThanTheTerminalAndAllAreThere(int columns) {
        var screen = new FakeScreen(columns);
        var display = live(columns);
        climb(display);
        screen.print(written());

        assertThat(screen.text().lines())
                .hasSize(8)
                .allSatisfy(line -> assertThat(Glyphs.width(line)).isLessThan(columns))
                .anySatisfy(line -> assertThat(line).contains("errors 3"))
                .anySatisfy(line -> assertThat(line).matches("run   █*░+ .* left"));
    }

    @Test
    void aTerminalWithoutUnicodeHasBarsOfAscii() {
        var display = ProgressDisplay.live(out, Glyphs.ASCII, Style.PLAIN, new LiveWidth(80, Optional::empty));
        climb(display);

        assertThat(written()).isASCII();
        assertThat(visible()).anySatisfy(line -> assertThat(line).matches("rate +1 250/s =+\\++\\*+%+#+"));
    }

    /** Ninety seconds, of which the display has the last minute: ever more requests, and no p99 at first. */
    private void climb(ProgressDisplay display) {
        var soFar = LoadTotals.none();
        for (int second = 1; second <= 90; second++) {
            bytes.reset(); // what is drawn over is of no interest
            int responses = 1250 * second / 90;
            soFar = SampleLoadTotals.then(soFar, 1, responses, 204.2, 0);
            display.update(at(second)
                    .soFar(soFar)
                    .second(responses, second < 50 ? OptionalDouble.empty() : OptionalDouble.of(200 + second % 7))
                    .made());
        }
        display.message(""); // so that it is drawn from the beginning of a line
        bytes.reset();
        display.update(at(91).soFar(SampleLoadTotals.then(soFar, 1, 1250, 204.2, 0))
                .second(1250, OptionalDouble.of(204))
                .made());
    }

    /** At the end of a turn others take a sample, of which only the totals know. */
    @Test
    void aRateIsOfAllThatHasHappenedSinceTheSecondBefore() {
        var first = SampleLoadTotals.of(1, 100, 20, 0);
        var sampled = SampleLoadTotals.then(first, 0.7, 70, 20, 0);
        try (var display = live(80)) {
            display.update(
                    at(1).soFar(first).second(100, OptionalDouble.empty()).made());
            display.update(at(3).soFar(SampleLoadTotals.then(sampled, 0.3, 30, 20, 0))
                    .second(30, OptionalDouble.empty())
                    .made());
        }

        assertThat(visible())
                .filteredOn(line -> line.startsWith("rate"))
                .last()
                .asString()
                .matches("rate +100/s ██+");
    }

    @Test
    void aSlowTargetHasTheMedianOfEachSecond() {
        try (var display = live(80)) {
            for (int second = 1; second <= 3; second++) {
                display.update(at(second).second(20, OptionalDouble.empty()).made());
            }
        }

        assertThat(visible())
                .anySatisfy(line -> assertThat(line).matches("p50 +204 ms ███"))
                .noneSatisfy(line -> assertThat(line).startsWith("p99"));
    }

    @Test
    void aLoadThatHasJustBegunHasNoRateYet() {
        try (var display = live(80)) {
            display.update(at(0.5).soFar(LoadTotals.none())
                    .second(0, OptionalDouble.empty())
                    .made());
        }

        assertThat(visible()).anySatisfy(line -> assertThat(line).matches("rate +– *"));
    }

    @Test
    void aSecondThatIsShownSeveralTimesIsOneBar() {
        try (var display = live(80)) {
            for (int quarter = 4; quarter <= 12; quarter++) {
                display.update(Copy.of(at(quarter / 4.0).made())
                        .with("lastSecond", at(Math.floor(quarter / 4.0)).made().lastSecond())
                        .made());
            }
        }

        assertThat(visible())
                .filteredOn(line -> line.startsWith("rate"))
                .last()
                .asString()
                .endsWith("/s ███");
    }

    @Test
    void aTrialThatIsMeasuredAgainHasASparklineOfItsOwn() {
        try (var display = live(80)) {
            for (int second = 1; second <= 5; second++) {
                display.update(at(second).made());
            }
            display.update(
                    at(10).again().soFar(SampleLoadTotals.of(1, 50, 20, 0)).made());
        }

        assertThat(visible())
                .filteredOn(line -> line.startsWith("rate"))
                .last()
                .asString()
                .endsWith("/s █");
        assertThat(visible()).anySatisfy(line -> assertThat(line).contains("(block 1/2 again)"));
    }

    @Test
    void theGeneratorIsShownWithItsDoubt() {
        var busy = new ProgressSnapshot.GeneratorHealth(
                new GeneratorGlance(1.7, 2, false, Optional.of(0.99)), Optional.of("near its limit"));
        var width = new LiveWidth(80, Optional::empty);
        try (var display = ProgressDisplay.live(out, Glyphs.UNICODE, Style.COLOUR, width)) {
            display.update(at(60).made());
            display.update(
                    Copy.of(at(61).made()).with("generator", Optional.of(busy)).made());
        }

        assertThat(visible())
                .contains("generator 21 % of 2 cores · machine 78 % busy")
                .contains("generator 85 % of 2 cores · in doubt: near its limit · machine 99 % busy");
        assertThat(written()).contains("\u001b[35min doubt: near its limit\u001b[m");
    }

    @Test
    void aTargetThatIsNoLongerSeenLeavesNoLineBehind() {
        var screen = new FakeScreen(80);
        var display = live(80);
        display.update(at(1).made());
        display.update(Copy.of(at(2).made()).with("target", Optional.empty()).made());
        screen.print(written());

        assertThat(screen.text().lines())
                .hasSize(7)
                .noneSatisfy(line -> assertThat(line).startsWith("target"))
                .filteredOn(line -> line.startsWith("run"))
                .hasSize(1);
    }

    @Test
    void aRunOfOneTrialDoesNotNumberIt() {
        var alone = new ProgressSnapshot.Position(false, 1, 1, 1, "url", 1, 1);
        try (var display = live(80)) {
            display.update(Copy.of(at(1).made()).with("at", alone).made());
        }

        assertThat(visible()).contains("delay-200 · url · 256 users");
    }

    @ParameterizedTest
    @CsvSource({
        "60, 100, 61, 105, 60, the estimate wavers: the bar waits",
        "60, 100, 61, 150, 40, the estimate was far off",
        "60, 100, 61, 90, 67, it goes faster",
    })
    void aBarDoesNotGoBackWithoutAReason(
            double before, double first, double after, double then, int percent, String why) {
        assertThat(barAfter(before, first, at(after).lengths(OptionalDouble.empty(), OptionalDouble.of(then))))
                .as(why)
                .isEqualTo(percent);
    }

    @Test
    void aBlockThatIsMeasuredAgainIsAReason() {
        var longer = OptionalDouble.of(105);
        assertThat(barAfter(60, 100, at(61).lengths(longer, longer).again())).isEqualTo(58);
    }

    /** The share of the run's bar in per cent. */
    private int barAfter(double seconds, double foretold, Moment then) {
        var screen = new FakeScreen(200);
        var display = live(200);
        display.update(at(seconds)
                .lengths(OptionalDouble.empty(), OptionalDouble.of(foretold))
                .made());
        display.update(then.made());
        screen.print(written());
        var bar = screen.text()
                .lines()
                .filter(line -> line.startsWith("run"))
                .findFirst()
                .orElseThrow();
        double full = bar.chars().filter(sign -> sign == '█').count();
        return (int) Math.round(100
                * full
                / bar.chars().filter(sign -> sign == '█' || sign == '░').count());
    }

    @Test
    void aCountedLoadHasNoBarBeforeItsFirstRequestHasEnded() {
        try (var display = live(80)) {
            display.update(at(2).lengths(OptionalDouble.empty(), OptionalDouble.empty())
                    .made());
        }

        assertThat(visible()).contains("trial 0:02", "run   0:02");
    }

    @Test
    void coloursChangeNothingButColours() {
        var page = new LiveWidth(80, Optional::empty);
        try (var display = ProgressDisplay.live(out, Glyphs.UNICODE, Style.COLOUR, page)) {
            display.update(at(60).made());
        }
        var coloured = visible();
        assertThat(written()).contains("\u001b[31merrors 3\u001b[m", "\u001b[32m█");
        bytes.reset();
        try (var display = live(80)) {
            display.update(at(60).made());
        }

        assertThat(coloured).isEqualTo(visible());
        assertThat(written()).doesNotContain("\u001b[31m", "\u001b[32m");
    }

    @Disturbance(
            value = "the terminal becomes narrower, and wider again, while the display is on",
            then = "nothing stale is left")
    @Test
    void aResizedTerminalHasNoStaleLines() {
        var columns = new AtomicInteger(100);
        var display = ProgressDisplay.live(
                out, Glyphs.UNICODE, Style.PLAIN, new LiveWidth(100, () -> Optional.of(columns.get())));
        var screen = new FakeScreen(100);
        screen.print("$ ralbench run\n");
        int second = 0;
        display.update(at(++second).made());
        for (int width : new int[] {100, 37, 80, 30}) {
            drawn(screen);
            screen.resize(width);
            columns.set(width);
            display.resized();
            display.update(at(++second).made());
            drawn(screen);

            assertThat(screen.text().lines()).as("at %d columns", width).hasSize(9);
            assertThat(screen.text()).startsWith("$ ralbench run\n").containsOnlyOnce("virtual-threads · 256 users");
        }
        screen.resize(20);
        columns.set(20);
        display.resized();
        display.close();
        drawn(screen);
        assertThat(screen.text()).isEqualTo("$ ralbench run");
    }

    private void drawn(FakeScreen screen) {
        screen.print(written());
        bytes.reset();
    }

    @Test
    void theWidthIsAskedForAfterAResizeOnly() {
        var asked = new AtomicInteger();
        var width = new LiveWidth(80, () -> {
            asked.incrementAndGet();
            return Optional.empty();
        });
        try (var display = ProgressDisplay.live(out, Glyphs.UNICODE, Style.PLAIN, width)) {
            display.update(at(1).made());
            display.update(at(2).made());
            assertThat(asked).hasValue(0);
            display.resized();
            display.update(at(3).made());
            display.update(at(4).made());
        }

        assertThat(asked).hasValue(1);
        assertThat(width.columns()).as("no answer").isEqualTo(80);
    }

    @Test
    void theLiveDisplayDrawsOverItselfAndLeavesNothingBehind() {
        try (var display = live(80)) {
            display.update(at(1).made());
            display.update(at(2).made());
        }

        assertThat(written().split("\u001b\\[8F", -1)).hasSize(3);
        var screen = new FakeScreen(80);
        screen.print(written());
        assertThat(screen.text()).isEmpty();
    }

    /** It may begin at the very top. */
    @Test
    void noStateIsKeptInTheHistoryOfATerminal() {
        var screen = new FakeScreen(80);
        try (var display = live(80)) {
            display.step("starting quick");
            display.update(at(1).made());
            display.update(
                    Copy.of(at(2).made()).with("target", Optional.empty()).made());
            display.message("a warning");
            display.update(at(3).made());
        }
        screen.print(written());

        assertThat(screen.history()).isEmpty();
        assertThat(screen.text()).isEqualTo("a warning");
    }

    @Test
    void aMessageIsPrintedAboveTheLiveDisplay() {
        try (var display = live(80)) {
            display.update(at(1).made());
            display.message("warning: no descriptor left");
            display.update(at(1.01).made());
        }

        assertThat(visible()).containsSubsequence("warning: no descriptor left");
        assertThat(written().split("delay-200", -1)).hasSize(3);
    }

    @Test
    void aStepIsShownUntilTheNextStateAndIsGoneAfterwards() {
        var screen = new FakeScreen(80);
        var display = live(80);
        display.step("calibrating the load generator");
        display.step("block 1/2: starting quick");
        drawn(screen);
        assertThat(screen.text()).isEqualTo("block 1/2: starting quick");

        display.update(at(1).made());
        drawn(screen);
        assertThat(screen.text().lines())
                .hasSize(8)
                .noneSatisfy(line -> assertThat(line).contains("starting"));

        display.step("block 1/2: starting slow");
        drawn(screen);
        assertThat(screen.text()).isEqualTo("block 1/2: starting slow");

        display.close();
        drawn(screen);
        assertThat(screen.text()).isEmpty();
    }

    @Test
    void aMessageIsPrintedAboveTheStepThatGoesOn() {
        var screen = new FakeScreen(80);
        var display = live(80);
        display.step("starting quick");
        display.message("quick: another address answers");
        drawn(screen);
        assertThat(screen.text()).isEqualTo("quick: another address answers\nstarting quick");

        display.update(at(1).made());
        display.message("a warning");
        drawn(screen);
        assertThat(screen.text()).isEqualTo("quick: another address answers\na warning");
    }

    @Test
    void aLongStepIsCutToTheTerminal() {
        var screen = new FakeScreen(20);
        var display = live(20);
        display.step("block 1/2: starting a-service-with-a-long-name");
        display.close();
        drawn(screen);

        assertThat(screen.text()).isEmpty();
    }

    @Test
    void theQuietDisplayShowsMessagesOnly() {
        try (var display = ProgressDisplay.quiet(out)) {
            display.step("starting quick");
            display.update(at(1).made());
            display.message("warning");
        }

        assertThat(written().strip()).isEqualTo("warning");
    }

    @Test
    void aRunThatMayEndSoonerHasAtMostSoMuchLeft() {
        var run = new ProgressSnapshot.Length(60, OptionalDouble.of(4200), true);
        try (var display = ProgressDisplay.lines(out, Glyphs.ASCII, 0)) {
            display.update(Copy.of(at(60).made()).with("run", run).made());
        }

        assertThat(written().strip()).endsWith(" | at most 1:09:00 left");
    }

    @ParameterizedTest
    @CsvSource({
        "59.8, 60, at most 0:01 left",
        "60.5, 60, at most 0:01 left",
        "75, 60, longer than foretold",
    })
    void aRunThatGoesOnHasSomethingLeft(double seconds, double foretold, String left) {
        var run = new ProgressSnapshot.Length(seconds, OptionalDouble.of(foretold), true);
        try (var display = ProgressDisplay.lines(out, Glyphs.ASCII, 0)) {
            display.update(Copy.of(at(60).made()).with("run", run).made());
        }

        assertThat(written().strip()).endsWith(" | " + left);
    }

    @Test
    void aTrialThatIsMeasuredAgainBeginsAnew() {
        try (var display = ProgressDisplay.lines(out, Glyphs.ASCII, 0)) {
            display.update(at(60).made());
            display.update(at(70).soFar(SampleLoadTotals.of(2, 100, 5, 0)).made());
        }

        assertThat(written().lines()).hasSize(2).last().asString().contains("last 2 s: 50.0/s");
    }

    @Test
    void aLongMessageIsBrokenBetweenWordsAndKeepsItsIndent() {
        try (var display = live(40)) {
            display.message(
                    "the target could not be started because its port is taken\n  by another program of this machine");
        }

        assertThat(visible())
                .containsExactly(
                        "the target could not be started because",
                        "  its port is taken",
                        "  by another program of this machine");
    }

    private ProgressDisplay live(int columns) {
        return ProgressDisplay.live(out, Glyphs.UNICODE, Style.PLAIN, new LiveWidth(columns, Optional::empty));
    }

    private String written() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private List<String> visible() {
        return written().replaceAll("\u001b\\[[0-9;]*[A-Za-z]", "").lines().toList();
    }

    /** The second trial of eight after so many seconds of the run, answering 1 250 requests per second. */
    private static Moment at(double runSeconds) {
        return new Moment(
                runSeconds,
                "virtual-threads",
                "256 users",
                false,
                1,
                2,
                SampleLoadTotals.of(runSeconds, (int) (1_250 * runSeconds), 204.2, 3),
                1250,
                OptionalDouble.empty(),
                OptionalDouble.of(120),
                OptionalDouble.of(4200));
    }

    private record Moment(
            double runSeconds,
            String variant,
            String level,
            boolean turns,
            int attempt,
            int trial,
            LoadTotals soFar,
            long responses,
            OptionalDouble p99,
            OptionalDouble load,
            OptionalDouble run) {
        Moment level(String other) {
            return new Moment(runSeconds, variant, other, turns, attempt, trial, soFar, responses, p99, load, run);
        }

        Moment soFar(LoadTotals totals) {
            return new Moment(runSeconds, variant, level, turns, attempt, trial, totals, responses, p99, load, run);
        }

        Moment second(long responses, OptionalDouble p99) {
            return new Moment(runSeconds, variant, level, turns, attempt, trial, soFar, responses, p99, load, run);
        }

        Moment again() {
            return new Moment(runSeconds, variant, level, turns, 2, trial, soFar, responses, p99, load, run);
        }

        Moment turnOf(String name, int number) {
            return new Moment(runSeconds, name, level, true, attempt, number, soFar, responses, p99, load, run);
        }

        Moment lengths(OptionalDouble ofLoad, OptionalDouble ofRun) {
            return new Moment(runSeconds, variant, level, turns, attempt, trial, soFar, responses, p99, ofLoad, ofRun);
        }

        ProgressSnapshot made() {
            return new ProgressSnapshot(
                    "delay-200",
                    new ProgressSnapshot.Position(turns, 1, 2, attempt, variant, trial, 8),
                    new ProgressSnapshot.Load(level, false, 255, 256),
                    new LoadRecording.Second(responses, 3, OptionalDouble.of(204.2), p99, soFar),
                    Optional.of(new ProgressSnapshot.TargetGlance(34, 432_013_312, Optional.of(123_731_968L), 0.87)),
                    Optional.of(new ProgressSnapshot.GeneratorHealth(
                            new GeneratorGlance(0.412, 2, false, Optional.of(0.78)), Optional.empty())),
                    new ProgressSnapshot.Length(runSeconds % 120, load, false),
                    new ProgressSnapshot.Length(runSeconds, run, false));
        }
    }
}
