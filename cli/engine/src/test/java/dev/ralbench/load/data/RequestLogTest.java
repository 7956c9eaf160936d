package dev.ralbench.load.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ralbench.load.Bytes;
import dev.ralbench.load.Replay;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestLogTest {
    private static final long MILLI = 1_000_000;

    private static String line(int second, String request, int status) {
        return String.format(
                "203.0.113.7 - ann [29/Nov/2026:05:%02d:%02d +0100] \"%s HTTP/1.1\" %d 17 \"-\" \"a [b] \\\"c\\\"\"",
                second / 60, second % 60, request, status);
    }

    private static RequestLog log(String... lines) {
        return read(new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
    }

    private static RequestLog read(InputStream content) {
        try {
            return RequestLog.read("access.log", "0".repeat(64), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String path(Replay replay, int position) {
        var out = new Bytes();
        replay.addPath(position, out);
        return out.toString();
    }

    private static List<String> paths(Replay replay) {
        return IntStream.range(0, replay.size())
                .mapToObj(position -> path(replay, position))
                .toList();
    }

    private static List<Long> millis(Replay replay) {
        return IntStream.range(0, replay.size())
                .mapToObj(position -> replay.nanosOf(position) / MILLI)
                .toList();
    }

    @Test
    void requestsOfOneSecondAreSpreadEvenlyOverIt() {
        var log = log(
                line(10, "GET /a", 200),
                line(10, "GET /b", 200),
                line(12, "GET /c", 200),
                line(12, "GET /d", 200),
                line(12, "GET /e", 200),
                line(12, "GET /f", 200));

        assertThat(millis(log.at(1))).containsExactly(250L, 750L, 2125L, 2375L, 2625L, 2875L);
        assertThat(log.at(1).length()).isEqualTo(Duration.ofSeconds(3));
        assertThat(log.at(1).highestRate()).isEqualTo(4);
        assertThat(millis(log.at(2))).containsExactly(125L, 375L, 1062L, 1187L, 1312L, 1437L);
        assertThat(log.at(2).length()).isEqualTo(Duration.ofMillis(1500));
        assertThat(log.at(2).highestRate()).isEqualTo(8);
        assertThat(log.at(0.5).length()).isEqualTo(Duration.ofSeconds(6));
    }

    /** A request is logged when it ends. */
    @Test
    void linesOutOfOrderAreSortedByTheirTimesAndOtherwiseStayAsTheyAre() {
        var replay = log(
                        line(11, "GET /c", 200),
                        line(10, "GET /a?x=1&y=%20", 200),
                        line(11, "GET /d", 200),
                        line(10, "GET /b", 200))
                .at(1);

        assertThat(paths(replay)).containsExactly("/a?x=1&y=%20", "/b", "/c", "/d");
        assertThat(millis(replay)).containsExactly(250L, 750L, 1250L, 1750L);
    }

    @Test
    void itIsKnownHowManyAreDueBeforeATime() {
        var replay = log(line(0, "GET /a", 200), line(0, "GET /b", 200), line(2, "GET /c", 200))
                .at(1);

        assertThat(IntStream.of(0, 250, 251, 2000, 2501, 3000)
                        .mapToObj(millis -> replay.dueBefore(millis * MILLI))
                        .toList())
                .containsExactly(0, 0, 1, 2, 3, 3);
    }

    @Test
    void requestsThatDifferInNumbersAndQueriesAreOfOneKind() {
        var replay = log(
                        line(1, "GET /items/7?full=1", 200),
                        line(1, "GET /items/8/parts/1", 200),
                        line(1, "GET /items/9", 404),
                        line(1, "HEAD /items/9", 200),
                        line(1, "GET /", 304),
                        line(1, "GET /items/12", 200))
                .at(1);

        assertThat(replay.kinds())
                .extracting(Replay.Kind::name)
                .containsExactly("get-items-id", "get-items-id-parts-id", "head-items-id", "get");
        assertThat(replay.kinds()).extracting(Replay.Kind::count).containsExactly(3L, 1L, 1L, 1L);
        assertThat(replay.kinds().getFirst().statuses()).containsExactlyInAnyOrder(200, 404);
        assertThat(IntStream.range(0, 6).mapToObj(replay::kindOf).toList()).containsExactly(0, 1, 0, 2, 3, 0);
        assertThat(IntStream.range(0, 6).mapToObj(replay::statusOf).toList())
                .containsExactly(200, 200, 404, 200, 304, 200);
        assertThat(path(replay, replay.example())).isEqualTo("/items/7?full=1");
    }

    @Test
    void beyondFortyKindsTheRarestAreCountedTogether() {
        var lines = IntStream.range(0, 60)
                .boxed()
                .flatMap(kind -> IntStream.range(0, 60 - kind).mapToObj(i -> line(kind, "GET /kind" + kind + "x", 200)))
                .toArray(String[]::new);
        var replay = log(lines).at(1);

        assertThat(replay.kinds()).hasSize(41);
        assertThat(replay.kinds().getFirst().name()).isEqualTo("get-kind0x");
        assertThat(replay.kinds().get(39).name()).isEqualTo("get-kind39x");
        assertThat(replay.kinds().getLast().name()).isEqualTo("other");
        assertThat(replay.kinds().getLast().count()).isEqualTo(20L * 21 / 2);
        assertThat(replay.kinds().stream().mapToLong(Replay.Kind::count).sum()).isEqualTo(replay.size());
        for (int i = 0; i < replay.size(); i++) {
            var kind = replay.kinds().get(replay.kindOf(i));
            assertThat(kind.name()).isIn("other", "get" + path(replay, i).replace('/', '-'));
        }
    }

    /** Each method has a template of its own. */
    @Test
    void theRestIsCountedByMethods() {
        var lines = IntStream.range(0, 30_000)
                .mapToObj(i -> line(i / 1000, (i % 3 == 0 ? "HEAD" : "GET") + " /users/name" + i + "x", 200))
                .toArray(String[]::new);
        var replay = log(lines).at(1);

        assertThat(replay.kinds()).hasSize(42);
        assertThat(replay.kinds().stream().map(Replay.Kind::name)).contains("other-get", "other-head");
        assertThat(IntStream.range(0, replay.size())
                        .filter(i ->
                                replay.kinds().get(replay.kindOf(i)).method().equals("HEAD")))
                .hasSize(10_000);
    }

    @Test
    void whatCannotBeSentIsLeftOutAndCounted() {
        var replay = log(
                        line(1, "POST /orders", 201),
                        line(1, "GET /a", 200),
                        line(1, "PUT /orders/1", 200),
                        "",
                        line(1, "POST /orders", 201),
                        "198.51.100.1 - - [29/Nov/2026:05:00:01 +0100] \"\\x16\\x03\\x01\" 400 157",
                        "198.51.100.1 - - [29/Nov/2026:05:00:01 +0100] \"-\" 408 0",
                        line(1, "GET /a\\x20b", 200),
                        line(1, "GET http://other/", 200),
                        line(1, "OPTIONS *", 200))
                .at(1);

        assertThat(paths(replay)).containsExactly("/a");
        assertThat(replay.leftOut())
                .containsExactly(
                        "2 of 9: POST may have a body, which a log does not hold",
                        "1 of 9: PUT may have a body, which a log does not hold",
                        "5 of 9: no request with a path that could be sent");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"ts\": 1, \"method\": \"GET\"}",
                "one two three",
                "203.0.113.7 - - [29/Nov/2026:05:00:01] \"GET / HTTP/1.1\" 200 1",
                "203.0.113.7 - - [31/Feb/2026:05:00:01 +0000] \"GET / HTTP/1.1\" 200 1",
                "203.0.113.7 - - [29/Nox/2026:05:00:01 +0000] \"GET / HTTP/1.1\" 200 1",
                "203.0.113.7 - - [29/Nov/2026:05:00:01 +0000] \"GET / HTTP/1.1",
                "203.0.113.7 - - [29/Nov/2026:05:00:01 +0000] \"GET / HTTP/1.1\\",
                "203.0.113.7 - - [29/Nov/2026:05:00:01 +0000] \"GET / HTTP/1.1\" 2x0 1",
            })
    void aLineOfAnotherFormatIsNamed(String line) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> log(line(1, "GET /", 200), line(1, "GET /", 200), line))
                .withMessageStartingWith("is no access log: line 3 is not in the Common or Combined Log Format: "
                        + line.substring(0, 10));
    }

    @Test
    void aLogWithoutARequestToSendIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(RequestLogTest::log).withMessage("holds no request");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> log(line(1, "POST /", 200)))
                .withMessage(
                        "holds no request that could be sent: 1 of 1: POST may have a body, which a log does not hold");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> log(line(1, "GET /", 200)).at(0))
                .withMessageStartingWith("speed: must be above 0");
    }

    @Test
    void zonesAndMonthsAreThoseOfTheCalendar() {
        var replay = log(
                        "h - - [01/Jan/2027:00:30:00 +0100] \"GET /later HTTP/1.1\" 200 1",
                        "h - - [31/Dec/2026:16:29:58 -0700] \"GET /first HTTP/1.1\" 200 1")
                .at(1);

        assertThat(paths(replay)).containsExactly("/first", "/later");
        assertThat(millis(replay)).containsExactly(500L, 2500L);
    }

    @Test
    void aMillionLinesTakeLessThanSixtyMebibytes() {
        int count = 1_000_000;
        IntFunction<String> text = i -> line(i / 500, "GET /products/" + i + "?session=" + (i * 7919L), 200);
        var log = read(new Lines(count, text));
        var replay = log.at(10);

        assertThat(log.bytes()).isLessThan(60 << 20);
        assertThat(replay.size()).isEqualTo(count);
        assertThat(path(replay, 999_999)).isEqualTo("/products/999999?session=" + 999_999 * 7919L);
        assertThat(replay.kinds()).hasSize(1);
    }

    /** A large file that is nowhere as a whole. */
    private static final class Lines extends InputStream {
        private final int count;
        private final IntFunction<String> text;
        private byte[] line = new byte[0];
        private int at;
        private int next;

        Lines(int count, IntFunction<String> text) {
            this.count = count;
            this.text = text;
        }

        @Override
        public int read() {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (at == line.length) {
                if (next == count) {
                    return -1;
                }
                int last = Math.min(count, next + 100);
                line = (IntStream.range(next, last).mapToObj(text).collect(Collectors.joining("\n")) + "\n")
                        .getBytes(StandardCharsets.US_ASCII);
                next = last;
                at = 0;
            }
            int some = Math.min(length, line.length - at);
            System.arraycopy(line, at, into, offset, some);
            at += some;
            return some;
        }
    }

    @Test
    void nothingDependsOnTheOrderInWhichItIsAsked() {
        var lines = IntStream.range(0, 1000)
                .mapToObj(i -> line(i * i % 60, "GET /" + i, 200))
                .toArray(String[]::new);
        var replay = log(lines).at(3);
        long[] forwards = IntStream.range(0, 1000).mapToLong(replay::nanosOf).toArray();
        long[] sorted = forwards.clone();
        Arrays.sort(sorted);

        assertThat(forwards).isEqualTo(sorted);
        assertThat(forwards).doesNotHaveDuplicates();
        for (int i = 999; i >= 0; i--) {
            assertThat(replay.nanosOf(i)).isEqualTo(forwards[i]);
        }
    }
}
