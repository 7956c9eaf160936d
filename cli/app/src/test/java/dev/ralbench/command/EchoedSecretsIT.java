package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A service that repeats every secret in every form, wherever it can, and fails at some stage. */
@Timeout(120)
class EchoedSecretsIT {
    /** Between the signs that are escaped, words that occur nowhere else: they show in whatever form it is written. */
    private static final List<String> WORDS = List.of("Zq7kWd4", "xYp9Rm2", "TbLc5Hg", "Vw8jNs6", "Kf3uQz1", "Pm5vXt8");

    private static final String TOKEN = "Zq7kWd4/\"xYp9Rm2\\ü=+%TbLc5Hg";
    private static final String KEY = "-----BEGIN KEY-----\nVw8jNs6/ü\"\\\nKf3uQz1+=%<&>\nlast\n-----END KEY-----\n";
    private static final String PASSWORD = "Pm5vXt8-in-clear";

    /** Logs and answers what it knows and what it gets. */
    private static final String ECHO = """
            import java.io.BufferedInputStream;
            import java.io.DataInputStream;
            import java.io.FileDescriptor;
            import java.io.FileOutputStream;
            import java.io.PrintStream;
            import java.net.InetAddress;
            import java.net.ServerSocket;
            import java.net.Socket;
            import java.net.URLEncoder;
            import java.util.Base64;
            import java.util.List;
            import java.util.concurrent.atomic.AtomicInteger;

            public class Echo {
                static final String[] SECRETS = {System.getenv("SHOP_TOKEN"), System.getenv("SHOP_KEY"), "PASSWORD"};
                static final AtomicInteger requests = new AtomicInteger();

                static String json(String text) {
                    return text.replace("\\\\", "\\\\\\\\").replace("\\"", "\\\\\\"").replace("\\n", "\\\\n").replace("/", "\\\\/");
                }

                static String html(String text) {
                    return text.replace("&", "&amp;").replace("\\"", "&quot;").replace("<", "&lt;").replace("ü", "&#252;");
                }

                static String url(String text) throws Exception {
                    return URLEncoder.encode(text, "UTF-8").replace("+", "%20");
                }

                static List<String> forms(String text) throws Exception {
                    var base64 = Base64.getEncoder();
                    return List.of(text, json(text), json(json(text)), html(text), url(text), url(text).toLowerCase(),
                            url(text).replace("%2F", "/").replace("%3D", "="), text.toUpperCase(), text.indent(4),
                            base64.encodeToString(text.getBytes("UTF-8")),
                            base64.encodeToString(("usr:" + text).getBytes("UTF-8")),
                            base64.encodeToString(("ab" + text + "cd").getBytes("UTF-8")));
                }

                static void log(String text) throws Exception {
                    for (var form : forms(text)) {
                        System.out.println("error at " + form);
                    }
                }

                static void logAll() throws Exception {
                    for (var secret : SECRETS) {
                        log(secret);
                    }
                }

                static void serve(Socket client, String stage) throws Exception {
                    var in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
                    while (true) {
                        var head = new StringBuilder();
                        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                            head.append(line).append("\\n");
                        }
                        if (head.isEmpty()) {
                            return;
                        }
                        int length = 0;
                        for (var line : head.toString().split("\\n")) {
                            if (line.toLowerCase().startsWith("content-length:")) {
                                length = Integer.parseInt(line.substring(15).strip());
                            }
                        }
                        var sent = new String(in.readNBytes(length), "UTF-8");
                        boolean isProbe = head.toString().startsWith("GET /ready");
                        int number = isProbe ? 0 : requests.incrementAndGet();
                        if (number > 0) {
                            System.out.println(head + sent);
                        }
                        if (stage.equals("load") && number > 40) {
                            logAll();
                            Runtime.getRuntime().halt(3);
                        }
                        var token = System.getenv("SHOP_TOKEN");
                        var body = head + sent;
                        for (var secret : SECRETS) {
                            body = body + forms(secret);
                        }
                        body = "x".repeat(170) + body + (stage.equals("work") ? number : "");
                        var bytes = body.getBytes("UTF-8");
                        boolean isWrong = stage.equals("answers") && !isProbe;
                        boolean isNoHttp = stage.equals("no-http") && number > 8;
                        var status = isNoHttp ? "" + token : isWrong ? "401" : "200";
                        var answer = "HTTP/1.1 " + status + " no " + token + "\\r\\nContent-Type: text/" + url(token)
                                + "\\r\\nLocation: /" + url(token) + "\\r\\nX-Echo: " + json(token)
                                + "\\r\\nContent-Length: " + bytes.length + "\\r\\n\\r\\n";
                        client.getOutputStream().write(answer.getBytes("UTF-8"));
                        client.getOutputStream().write(bytes);
                        client.getOutputStream().flush();
                    }
                }

                public static void main(String[] arguments) throws Exception {
                    System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8"));
                    var stage = arguments[1];
                    logAll();
                    if (stage.equals("start")) {
                        System.exit(3);
                    }
                    if (stage.equals("ready")) {
                        Thread.sleep(100_000);
                    }
                    if (stage.equals("end")) {
                        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(5)));
                    }
                    var server = new ServerSocket(Integer.parseInt(arguments[0]), 50, InetAddress.getLoopbackAddress());
                    while (true) {
                        var client = server.accept();
                        new Thread(() -> {
                            try (client) {
                                serve(client, stage);
                            } catch (Exception e) {
                                // the client is gone
                            }
                        }).start();
                    }
                }
            }
            """;

    @TempDir
    private Path searched;

    @TempDir
    private Path aside;

    private final Shell shell = new Shell(Map.of("SHOP_TOKEN", TOKEN, "SHOP_KEY", KEY));
    private final List<String> printed = new ArrayList<>();

    @BeforeEach
    void writeTheService() throws IOException {
        Files.writeString(aside.resolve("Echo.java"), ECHO.replace("PASSWORD", PASSWORD));
    }

    private String scenario(String stage) throws IOException {
        return Files.writeString(aside.resolve(stage + ".yaml"), """
                        schema: 1
                        name: echoed
                        request:
                          method: POST
                          path: "/orders/${env:SHOP_TOKEN}/x"
                          query: "key=${env:SHOP_TOKEN}"
                          headers: { Authorization: Basic %s, Cookie: "a=1; session=%s" }
                          body: '{"key": "${env:SHOP_KEY}"}'
                        load: { closed: { loops: { users: 2, loops: 40 } }, timeout: 2s }
                        jvm: -Xmx128m -XX:+UseSerialGC
                        variants:
                          only:
                            target:
                              command: "${java} ${jvmFlags} '%s' ${port} %s"
                              ready: /ready
                              readyWithin: %s
                              env:
                                SHOP_TOKEN: "${env:SHOP_TOKEN}"
                                SHOP_KEY: "${env:SHOP_KEY}"
                        """.formatted(
                                base64("usr:" + PASSWORD),
                                PASSWORD,
                                aside.resolve("Echo.java"),
                                stage,
                                stage.equals("ready") ? "8s" : "60s"))
                .toString();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private Shell.CommandResult execute(String... args) {
        var outcome = shell.execute(args);
        printed.add(outcome.out());
        printed.add(outcome.err());
        return outcome;
    }

    /** @param exit of the run */
    @ParameterizedTest
    @CsvSource({"start, 7", "ready, 7", "answers, 7", "work, 0", "load, 7", "no-http, 6", "end, 0"})
    @Disturbance(
            value = "a service repeats secrets in its log, status, headers and body, and fails at stage",
            then = "they are in no output and no file but its log")
    void whatAServiceRepeatsIsWrittenNowhere(String stage, int exit) throws IOException {
        var words = new ArrayList<>(List.of("run", scenario(stage), "--details"));
        for (var name : List.of("r.json", "r.md", "r.csv", "r.txt")) {
            words.addAll(List.of("-o", searched.resolve(name).toString()));
        }
        var run = execute(words.toArray(String[]::new));

        assertThat(run.exit()).as(run.err()).isEqualTo(exit);
        for (var name : List.of("again.md", "again.csv", "again.json", "again.txt")) {
            var report = searched.resolve(name).toString();
            assertThat(execute("report", searched.resolve("r.json").toString(), "-o", report)
                            .exit())
                    .isZero();
        }
        assertThatNoWordOfASecretIsWritten();
    }

    private void assertThatNoWordOfASecretIsWritten() throws IOException {
        var texts = new ArrayList<>(printed);
        int logs = 0;
        try (var files = Files.walk(searched)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().endsWith(".log")) {
                    assertThat(file).content().contains(WORDS);
                    logs++;
                } else {
                    texts.add(file + "\n" + Files.readString(file, StandardCharsets.ISO_8859_1));
                }
            }
        }
        assertThat(logs).as("the service's log, which has them").isOne();
        assertThat(texts).as("streams, result, and formats").hasSizeGreaterThan(10);
        var shown = Stream.concat(WORDS.stream(), WORDS.stream().flatMap(EchoedSecretsIT::inBase64))
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
        assertThat(texts)
                .allSatisfy(text -> assertThat(text.toLowerCase(Locale.ROOT)).doesNotContain(shown));
    }

    /** What Base64 makes of a word wherever it begins, without the digits that its neighbours have a part in. */
    private static Stream<String> inBase64(String word) {
        return Stream.of("", "a", "ab").map(before -> {
            var digits = base64(before + word);
            return digits.substring(
                    before.length() + (before.isEmpty() ? 0 : 1), (before.length() + word.length()) * 8 / 6);
        });
    }
}
