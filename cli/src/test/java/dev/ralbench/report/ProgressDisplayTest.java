package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.ProgressSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void aLogGetsALineEveryTenSecondsAndOneForEveryLevel() {
        try (var display = ProgressDisplay.lines(out, Signs.UNICODE)) {
            for (int quarter = 0; quarter < 4 * 30; quarter++) {
                display.update(snapshot(quarter < 4 * 15 ? "256 users" : "512 users", quarter / 4.0));
            }
        }

        assertThat(written().lines())
                .extracting(line -> line.replaceFirst(" · .*?(\\d+ users) .*", " $1"))
                .containsExactly("0:00 256 users", "0:10 256 users", "0:15 512 users", "0:25 512 users");
    }

    @Test
    void turnsAreToldOfByTheLevelAndNotOneByOne() {
        try (var display = ProgressDisplay.lines(out, Signs.UNICODE)) {
            for (int second = 0; second < 8; second++) {
                int users = second < 4 ? 256 : 1024;
                display.update(snapshot(true, second % 2 == 0 ? "a" : "b", users + " users", users, second));
            }
        }

        assertThat(written().lines())
                .extracting(line -> line.replaceFirst(" · users .*", ""))
                .containsExactly(
                        "0:00 · delay-200 · block 1/2 · a · 256 users",
                        "0:04 · delay-200 · block 1/2 · a · 1024 users");
    }

    @Test
    void theLiveDisplayOfTurnsHasABarForTheBlock() {
        try (var display = ProgressDisplay.live(out, Page.plain(80))) {
            display.update(snapshot(true, "a", "lead-in, 256 users", 256, 60));
        }
        assertThat(visible())
                .anySatisfy(line -> assertThat(line).startsWith("block ").contains("1:00 of 2:00"));
    }

    @Test
    void aLineSaysWhatIsGoingOn() {
        try (var display = ProgressDisplay.lines(out, Signs.ASCII)) {
            display.update(snapshot("256 users", 65));
        }

        assertThat(written().strip())
                .isEqualTo(
                        "1:05 | delay-200 | trial 2/8 (block 1/2) | virtual-threads | 256 users | users 255/256 |"
                                + " 1 250/s | p50 204 ms | p99 - | errors 3 | target 34 threads, 412 MiB resident, 0.870 cores");
    }

    @Test
    void theLiveDisplayIsDrawnFourTimesASecondAtMost() {
        try (var display = ProgressDisplay.live(out, Page.plain(80))) {
            for (int milli = 0; milli < 1000; milli++) {
                display.update(snapshot("256 users", 10 + milli / 1000.0));
            }
        }

        assertThat(written().split("delay-200", -1)).hasSize(1 + 4);
    }

    @Test
    void theLiveDisplayFitsIntoItsTerminal() {
        try (var display = ProgressDisplay.live(out, Page.plain(80))) {
            display.update(snapshot("ramp from 100 000 to 200 000 users and a very long name of a level", 3725));
        }

        assertThat(visible()).allSatisfy(line -> assertThat(line.length()).isLessThan(80));
        assertThat(visible())
                .anySatisfy(line -> assertThat(line).startsWith("run   ").contains("1:02:05 of 1:10:00"));
    }

    @Test
    void theLiveDisplayDrawsOverItselfAndLeavesNothingBehind() {
        try (var display = ProgressDisplay.live(out, Page.plain(80))) {
            display.update(snapshot("256 users", 1));
            display.update(snapshot("256 users", 2));
        }

        assertThat(written().split("\u001b\\[5F", -1)).hasSize(3);
        assertThat(written()).matches("(?s).*\u001b\\[5F\u001b\\[0J(\u001b\\[m)?");
    }

    @Test
    void aMessageIsPrintedAboveTheLiveDisplay() {
        try (var display = ProgressDisplay.live(out, Page.plain(80))) {
            display.update(snapshot("256 users", 1));
            display.message("warning: no descriptor left");
            display.update(snapshot("256 users", 1.01));
        }

        assertThat(visible()).containsSubsequence("warning: no descriptor left");
        assertThat(written().split("delay-200", -1)).hasSize(3);
    }

    @Test
    void theQuietDisplayShowsMessagesOnly() {
        try (var display = ProgressDisplay.quiet(out)) {
            display.update(snapshot("256 users", 1));
            display.message("warning");
        }

        assertThat(written().strip()).isEqualTo("warning");
    }

    private String written() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private List<String> visible() {
        return written().replaceAll("\u001b\\[[0-9;]*[A-Za-z]", "").lines().toList();
    }

    private static ProgressSnapshot snapshot(String level, double runSeconds) {
        return snapshot(false, "virtual-threads", level, 256, runSeconds);
    }

    private static ProgressSnapshot snapshot(
            boolean turns, String variant, String level, int users, double runSeconds) {
        return new ProgressSnapshot(
                "delay-200",
                turns,
                1,
                2,
                variant,
                2,
                8,
                level,
                level.endsWith("/s"),
                255,
                users,
                1250,
                OptionalDouble.of(204.2),
                OptionalDouble.empty(),
                3,
                OptionalInt.of(34),
                OptionalLong.of(432_013_312),
                OptionalDouble.of(0.87),
                runSeconds % 120,
                OptionalDouble.of(120),
                runSeconds,
                OptionalDouble.of(4200));
    }
}
