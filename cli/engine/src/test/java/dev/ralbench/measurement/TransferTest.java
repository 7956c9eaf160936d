package dev.ralbench.measurement;

import static dev.ralbench.measurement.RecordedLoad.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadRecorder;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.Traffic;
import dev.ralbench.measurement.WindowRequests.Transfer;
import dev.ralbench.testing.Copy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which window the bytes of a request are counted in: that of its completion. */
class TransferTest {
    private static final int SENT = 50;
    private static final int HEAD = 80;

    private final RecordedLoad load = new RecordedLoad(2);

    /** A request whose response has a body of so many bytes; below 0 it is cut off within its head. */
    private static void request(LoadRecorder loop, int window, long fromMillis, long toMillis, int body) {
        var traffic = new Traffic();
        traffic.begin();
        traffic.sent(SENT);
        traffic.received(HEAD + body);
        if (body >= 0) {
            traffic.answered(body);
        }
        loop.requestStarted(window, fromMillis * MILLI);
        loop.transferred(window, traffic);
        loop.requestEnded(
                window,
                0,
                body >= 0 ? Outcome.OK : Outcome.RESET,
                fromMillis * MILLI,
                toMillis * MILLI,
                body >= 0 ? "" : "reset");
    }

    private static Transfer of(WindowMeasurement window) {
        return window.requests().transfer().orElseThrow();
    }

    @Test
    void bytesOfAllLoopsAddUp() {
        load.begins(0, 0);
        request(load.loop(0), 0, 0, 100, 7);
        request(load.loop(1), 0, 0, 200, 11);
        request(load.loop(1), 0, 200, 300, -20);
        var measurement = load.ends(10_000, 1);

        assertThat(of(measurement.windows().getFirst())).isEqualTo(new Transfer(2, 18, 3 * HEAD + 18 - 20, 3 * SENT));
        assertThat(of(measurement.wholeRun()))
                .isEqualTo(of(measurement.windows().getFirst()));
    }

    @Test
    void aRequestCountsWhereItEndsAsCompletionsDo() {
        load.begins(0, 0);
        request(load.loop(0), 0, 0, 100, 1);
        load.begins(1, 5_000);
        request(load.loop(0), 0, 4_900, 5_100, 10);
        request(load.loop(0), 1, 5_200, 5_300, 100);
        var measurement = load.ends(10_000, 2);

        assertThat(of(measurement.windows().getFirst()).bodyBytes()).isEqualTo(1);
        assertThat(of(measurement.windows().getLast()).bodyBytes()).isEqualTo(110);
        assertThat(measurement.windows())
                .allSatisfy(window -> assertThat(of(window).responses())
                        .isEqualTo(window.requests().completions().ended()));
        assertThat(of(measurement.wholeRun()).bodyBytes()).isEqualTo(111);
    }

    @Test
    void aCountedWindowHasThoseOfItsOwnRequests() {
        load.begins(0, 0);
        load.begins(1, 5_000);
        request(load.loop(0), 0, 4_900, 5_100, 10);
        request(load.loop(0), 1, 5_200, 5_300, 100);
        var counted = new LoadShape.TotalRequests(1, 1, Optional.empty());
        var windows = load.ends(
                        10_000,
                        new LoadShape.Sequence(List.of(new LoadShape.ConstantUsers(1, Duration.ofSeconds(5)), counted)))
                .windows();

        assertThat(windows.getLast().kind()).isEqualTo(WindowKind.COUNTED);
        assertThat(of(windows.getLast())).isEqualTo(new Transfer(1, 100, HEAD + 100, SENT));
        assertThat(of(windows.getFirst()).responses()).isZero();
    }

    @Test
    void betweenWindowsAndFromClosedToOpenNothingCounts() {
        load.begins(0, 0);
        load.rests(5_000);
        request(load.loop(0), 0, 4_900, 5_100, 10);
        load.begins(1, 6_000);
        request(load.loop(0), 1, 6_100, 6_200, 1);
        load.loop(1).windowBegan(2, true, 7_000 * MILLI);
        request(load.loop(1), 1, 6_900, 7_100, 100);
        var windows = load.ends(10_000, 3).windows();

        assertThat(windows.stream().mapToLong(window -> of(window).bodyBytes()).sum())
                .isEqualTo(1);
    }

    @Test
    void windowsAddUpUnlessOneWasNotCounted() {
        load.begins(0, 0);
        request(load.loop(0), 0, 0, 100, 7);
        var window = load.ends(10_000, 1).windows().getFirst();
        var older = Copy.of(window).with("requests.transfer", Optional.empty()).made();

        assertThat(of(window.plus(window))).isEqualTo(new Transfer(2, 14, 2 * (HEAD + 7), 2 * SENT));
        assertThat(window.plus(older).requests().transfer()).isEmpty();
    }
}
