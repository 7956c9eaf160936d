package dev.ralbench.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.report.HtmlPage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class DashboardTest {
    private static final int SMALL_BUFFER = 8 * 1024;
    private static final int PATIENCE_MILLIS = 10_000;
    private static final String PAGE = "report";

    private final Dashboard dashboard =
            Dashboard.open(0, List.of("shop"), text -> text.replace("secret", "***"), SMALL_BUFFER);
    private final URI url = URI.create(dashboard.url());
    private final ScriptedRun run = new ScriptedRun(dashboard.following(new KeptListener()));

    @AfterEach
    void close() {
        dashboard.close();
    }

    private Socket connected() throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(SMALL_BUFFER);
        socket.setSoTimeout(PATIENCE_MILLIS); // a test that waits for nothing fails
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), url.getPort()));
        return socket;
    }

    private static void ask(Socket socket, String method, String path, String host) throws IOException {
        socket.getOutputStream()
                .write("%s %s HTTP/1.1\r\nHost: %s\r\n\r\n"
                        .formatted(method, path, host)
                        .getBytes(StandardCharsets.US_ASCII));
    }

    /** The head of the answer, in lines. */
    private List<String> head(String method, String path, String host) throws IOException {
        try (var socket = connected()) {
            ask(socket, method, path, host);
            var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            var lines = new ArrayList<String>();
            for (var line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
                lines.add(line);
            }
            return lines;
        }
    }

    private int status(String method, String path, String host) throws IOException {
        return Integer.parseInt(head(method, path, host).getFirst().split(" ", -1)[1]);
    }

    private static String header(List<String> head, String name) {
        return head.stream()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    /** One who follows: each event, as it comes. */
    private final class Follower implements AutoCloseable {
        private final Socket socket = connected();
        private final BufferedReader reader =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));

        Follower() throws IOException {
            ask(socket, "GET", url.getPath() + "events", "127.0.0.1");
        }

        JsonNode next() throws IOException {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("data: ")) {
                    return JsonMapper.shared().readTree(line.substring("data: ".length()));
                }
            }
            throw new AssertionError("nothing follows");
        }

        /** The next one that has this key. */
        JsonNode next(String key) throws IOException {
            var event = next();
            while (!event.has(key)) {
                event = next();
            }
            return event;
        }

        /** Whole events up to the end of the connection. */
        List<JsonNode> rest() throws IOException {
            var events = new ArrayList<JsonNode>();
            var event = "";
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.isEmpty() && event.startsWith("data: ")) {
                    events.add(JsonMapper.shared().readTree(event.substring("data: ".length())));
                }
                event = line;
            }
            return events;
        }

        boolean isOver() throws IOException {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("data: ")) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void whoHasTheTokenGetsThePage() throws IOException {
        var head = head("GET", url.getPath(), "127.0.0.1:" + url.getPort());

        assertThat(head.getFirst()).isEqualTo("HTTP/1.1 200 OK");
        assertThat(header(head, "Content-Security-Policy"))
                .isEqualTo("default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
                        + " blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        assertThat(header(head, "Cache-Control")).isEqualTo("no-store");
        assertThat(header(head, "Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(head).noneMatch(line -> line.toLowerCase(Locale.ROOT).startsWith("access-control"));
    }

    @Test
    void theTokenHas128BitsAndIsAnotherOneEachTime() {
        try (var other = Dashboard.open(0, List.of("shop"), text -> text)) {
            assertThat(url.getPath()).matches("/[A-Za-z0-9_-]{22}/");
            assertThat(other.url()).doesNotContain(url.getPath());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "//", "/events", "/TOKEN", "/TOKENx/", "/x/events", "/TOKEN/x", "/TOKEN//", "/x/../TOKEN/x"
            })
    void everyOtherPathIsNotThere(String path) throws IOException {
        var asked = path.replace("TOKEN", url.getPath().replace("/", ""));

        assertThat(status("GET", asked, "127.0.0.1")).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "localhost:9000, 200",
        "[::1]:80, 200",
        "evil.example, 403",
        "127.0.0.1.evil.example, 403",
        "'', 403",
    })
    void aNameOfAnotherHostIsRefusedEvenWithTheToken(String host, int status) throws IOException {
        assertThat(status("GET", url.getPath(), host)).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS"})
    void nothingCanBeChanged(String method) throws IOException {
        assertThat(status(method, url.getPath(), "127.0.0.1")).isEqualTo(405);
    }

    @Test
    void allComesFirstAndThenChangesAlsoAfterAReload() throws IOException {
        run.begins();
        run.trialStarts("base");
        run.second("base", 100);
        try (var follower = new Follower()) {
            var whole = follower.next();
            assertThat(whole.at("/reset").asBoolean()).isTrue();
            assertThat(whole.at("/seconds/base")).hasSize(1);
            assertThat(whole.at("/run/scenario/name").asString()).isEqualTo("shop-checkout");
            run.second("base", 200);
            var change = follower.next();
            assertThat(change.has("reset")).isFalse();
            assertThat(change.at("/seconds/base/0/1").asDouble()).isEqualTo(200);
            assertThat(change.at("/course/base/values/threads")).hasSize(2);
        }
        try (var reloaded = new Follower();
                var another = new Follower()) {
            assertThat(reloaded.next().at("/seconds/base")).hasSize(2);
            assertThat(another.next().at("/seconds/base")).hasSize(2);
            run.second("base", 300);
            assertThat(reloaded.next().at("/course/base/values/threads")).hasSize(3);
            assertThat(another.next().at("/course/base/values/threads")).hasSize(3);
        }
    }

    @Test
    void whoDoesNotReadIsDroppedAndOthersMissNothing() throws IOException {
        var text = "x".repeat(100_000);
        try (var reader = new Follower();
                var stuck = new Follower()) {
            reader.next();
            stuck.next();
            for (int i = 0; i < 200; i++) {
                dashboard.note(i + text);
                assertThat(reader.next("notes").at("/notes/0").asString()).startsWith(i + "x");
            }
            int got = 0;
            while (!stuck.isOver()) {
                got++;
            }
            assertThat(got).as("of 200 notes, those that the kernel kept").isLessThan(100);
        }
    }

    @Test
    void whoReadsSlowlyGetsEverythingAtOnceInsteadOfAllChanges() throws IOException {
        var text = "x".repeat(500_000);
        try (var quick = new Follower();
                var slow = new Follower()) {
            quick.next();
            slow.next();
            for (int i = 0; i < 15; i++) {
                dashboard.note(i + text);
                quick.next("notes");
            }
            int changes = 0;
            var event = slow.next();
            while (!event.has("reset") && changes < 20) {
                changes++;
                dashboard.note("another");
                event = slow.next();
            }
            assertThat(changes).isLessThan(15);
            assertThat(event.at("/notes").size()).isGreaterThanOrEqualTo(15);
        }
    }

    @Test
    void theEndComesWithTheReportAndThenThePortIsClosed() throws IOException {
        run.begins();
        run.trialStarts("base");
        try (var follower = new Follower()) {
            follower.next();
            var page = HtmlPage.ofRuns(List.of(), PAGE);
            dashboard.finished(page);
            assertThat(follower.next("reports").at("/reports/0").asString()).isEqualTo(page.data());
            dashboard.close();
            assertThat(follower.next("over").at("/over").asBoolean()).isTrue();
            assertThat(follower.isOver()).isTrue();
        }
        assertThatThrownBy(this::connected).isInstanceOf(IOException.class);
    }

    /** Asked while the end goes on: a browser that is waited for hears of it as soon as it reads on. */
    @Test
    void theEndDoesNotWaitForWhoDoesNotRead() throws Exception {
        var text = "x".repeat(500_000);
        try (var reader = new Follower();
                var stuck = new Follower()) {
            reader.next();
            stuck.next();
            for (int i = 0; i < 15; i++) {
                dashboard.note(i + text);
                reader.next("notes");
            }
            var end = CompletableFuture.runAsync(dashboard::close);
            assertThat(reader.next("over").at("/over").asBoolean()).isTrue();

            assertThat(stuck.rest()).noneMatch(event -> event.at("/over").asBoolean());
            end.join();
        }
    }

    /** The dashboard's own thread has less priority than others, and its end waits for it some seconds only. */
    @Test
    void whoHandsAReportOverMakesItsText() {
        var makers = new ConcurrentLinkedQueue<Thread>();
        var document = new AbstractMap<String, Object>() {
            @Override
            public Set<Entry<String, Object>> entrySet() {
                makers.add(Thread.currentThread());
                return Set.of();
            }
        };

        dashboard.finished(HtmlPage.ofComparison(document, List.of(), PAGE));
        dashboard.close();

        assertThat(makers).isNotEmpty().containsOnly(Thread.currentThread());
    }

    @Test
    void noPasswordIsNoted() throws IOException {
        dashboard.note("cannot reach redis://a:secret@b");
        try (var follower = new Follower()) {
            assertThat(follower.next().at("/notes/0").asString()).isEqualTo("cannot reach redis://a:***@b");
        }
    }

    @Test
    void aPortThatIsTakenIsOneMessage() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> Dashboard.open(taken.getLocalPort(), List.of("shop"), text -> text))
                    .asInstanceOf(type(Failure.class))
                    .satisfies(failure -> {
                        assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
                        assertThat(failure.what())
                                .isEqualTo(
                                        "--dashboard: cannot listen on port " + taken.getLocalPort() + " of 127.0.0.1");
                        assertThat(failure.why()).contains("in use");
                    });
        }
    }
}
