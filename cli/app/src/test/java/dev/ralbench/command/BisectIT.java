package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ralbench.testing.Alone;
import dev.ralbench.testing.ItCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** git bisect run, by a real git, on histories of a small service. */
@Alone
class BisectIT {
    private static final String GIT = "git -c user.name=t -c user.email=t@example.org";
    private static final int COMMITS = 16;

    /** The first in which an order looks up each of its ten products on its own, a millisecond each. */
    private static final int PLANTED = 11;

    /** Between good and bad the first that git asks for. */
    private static final int NOT_BUILT = 8;

    private static final String SERVER = """
            import os
            from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
            import app

            class Handler(BaseHTTPRequestHandler):
                protocol_version = "HTTP/1.1"
                wbufsize = -1  # head and body in one packet: else the client's delayed ACK, 40 ms, hides the service

                def do_GET(self):
                    body = app.order()
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)

                def log_message(self, *ignored):
                    pass

            ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
            """;

    private static final String SCENARIO = """
            schema: 1
            name: orders
            request: { path: /orders/1, expect: { status: 200 } }
            load: { closed: { constant: { users: 2, hold: 2s } } }
            variants:
              orders: { target: { command: ./run.sh, ready: /orders/1 } }
            """;

    /** The fewest pairs that can fail a rule, of short windows: what is to be found is several times as slow. */
    private static final String GATE = """
            version: 1
            gate: orders
            design:
              shape: alternating
              pairs: { looks: [6] }
              windows: { per_level: 1, length: 300ms, lead_in: 100ms }
              levels: [2]
              warmup: { requests: 10, limit: 0 }
            decision: { alpha: 0.05 }
            relative:
              - { metric: goodput, levels: all, material: 20%, tolerate: 50% }
            """;

    @TempDir
    private Path directory;

    private Path orders;
    private Path scenario;
    private Path gate;

    private record ScriptResult(int exit, String output) {}

    @BeforeEach
    void makeAHistory() throws Exception {
        assumeThat(sh(directory, "command -v python3").exit()).as("python3").isZero();
        orders = Files.createDirectories(directory.resolve("orders"));
        scenario = Files.writeString(directory.resolve("orders.yaml"), SCENARIO);
        gate = Files.writeString(directory.resolve("gate.yaml"), GATE);
        var bin = Files.createDirectories(directory.resolve("bin"));
        executable(
                bin.resolve("ralbench"),
                "exec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '"
                        + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")) + "' "
                        + Uncalibrated.class.getName() + " \"$@\"\n");
        Files.writeString(orders.resolve("server.py"), SERVER);
        Files.writeString(orders.resolve(".gitignore"), "__pycache__/\nresults/\n");
        executable(orders.resolve("run.sh"), "exec python3 server.py\n");
        done("git init -q -b main .");
        for (int commit = 1; commit <= COMMITS; commit++) {
            Files.writeString(orders.resolve("app.py"), application(commit));
            done("git add . && " + GIT + " commit -qm 'commit " + commit + "' && git tag c" + commit);
        }
    }

    private static String application(int commit) {
        var wait = commit < PLANTED ? "time.sleep(0.002)" : "[time.sleep(0.001) for product in range(10)]";
        return "import time\n\ndef order():\n    " + wait + "\n    return b'done' # " + commit + "\n"
                + (commit == NOT_BUILT ? "this is no Python\n" : "");
    }

    private static void executable(Path script, String body) throws IOException {
        assertThat(Files.writeString(script, "#!/bin/sh\n" + body).toFile().setExecutable(true))
                .isTrue();
    }

    private void done(String commands) throws Exception {
        var ended = sh(orders, commands);
        assertThat(ended.exit()).as(ended.output()).isZero();
    }

    private ScriptResult sh(Path where, String commands) throws IOException, InterruptedException {
        var log = directory.resolve("log.txt");
        var builder = new ProcessBuilder(List.of("sh", "-c", commands)).directory(where.toFile());
        builder.environment().putAll(ItCache.ENVIRONMENT);
        builder.environment().put("RALBENCH_CACHE", directory.resolve("cache").toString());
        builder.environment().merge("PATH", directory.resolve("bin").toString(), (old, bin) -> bin + ":" + old);
        var process =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
        return new ScriptResult(process.exitValue(), Files.readString(log));
    }

    private String step(String... options) {
        return String.join(
                " ",
                Stream.concat(
                                Stream.of("ralbench gate bisect", scenario.toString(), "--gate", gate.toString(), "-q"),
                                Stream.of(options))
                        .toList());
    }

    private static final String[] BUILT = {"--build 'python3 -m py_compile app.py'", "--head ./run.sh"};

    @Test
    void theCommitThatMadeItSlowIsFoundAndOneThatCannotBeBuiltIsSkipped() throws Exception {
        var ended = sh(
                orders,
                "git bisect start c16 c1 && git bisect run " + step("--base c1", BUILT[0], BUILT[1])
                        + " && git bisect log && git rev-parse refs/bisect/bad c" + PLANTED);

        assertThat(ended.exit()).as(ended.output()).isZero();
        var lines = ended.output().lines().toList();
        assertThat(lines.get(lines.size() - 2)).as(ended.output()).isEqualTo(lines.getLast());
        assertThat(ended.output())
                .contains("commit " + PLANTED + ": orders FAIL: goodput@2", "; result: results/")
                .containsPattern("bisect: skip [0-9a-f]+ commit " + NOT_BUILT + ": it cannot be built")
                .containsPattern("bisect: good [0-9a-f]+ commit " + (PLANTED - 1) + ": orders PASS")
                .containsOnlyOnce("base: c1, built in ");
    }

    @Test
    void whatWouldGoWrongInEachStepEndsTheSearch() throws Exception {
        Files.writeString(gate, GATE.replace("material", "matreial"));

        var ended = sh(orders, "git bisect start c16 c1 && git bisect run " + step("--base c1", BUILT[0], BUILT[1]));

        assertThat(ended.exit()).as(ended.output()).isNotZero();
        assertThat(ended.output()).contains("matreial", "128").doesNotContain("is the first bad commit");
    }

    @Test
    void aCommitThatDoesNotStartIsSkippedAndABaseThatDoesNotEndsTheSearch() throws Exception {
        done("git checkout -q c2 && echo 'raise SystemExit(\"no database\")' > app.py");
        var head = sh(orders, step("--base c1", BUILT[0], BUILT[1]));
        assertThat(head.exit()).as(head.output()).isEqualTo(125);
        assertThat(head.output()).containsPattern("bisect: skip [0-9a-f]+ commit 2: head failed: ");

        done("cp -r . ../broken && git checkout -q -f c3");
        var base = sh(orders, step("--base ../broken", BUILT[0], BUILT[1]));
        assertThat(base.exit()).as(base.output()).isEqualTo(128);
        assertThat(base.output()).contains("base could not be measured");
    }

    @Test
    void anAnchorIsBuiltOnceAndStaysWhereItIs() throws Exception {
        var anchor = "ralbench gate anchor c3 --build 'echo built >> log; test -f app.py'";

        var first = sh(orders, anchor);
        var second = sh(orders, anchor);

        assertThat(first.exit()).as(first.output()).isZero();
        assertThat(second.output()).isEqualTo(first.output());
        var tree = Path.of(first.output().strip());
        assertThat(tree.resolve("log")).content().isEqualTo("built\n");
        assertThat(tree.resolve("app.py")).content().contains("# 3");
        var other = sh(orders, "ralbench gate anchor c4 --build true -o " + tree);
        assertThat(other.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(other.output()).contains("exists, and holds another revision");
    }

    /** The build of the first starts the second, and goes on when that waits for the lock or builds, too. */
    @Test
    void twoAnchorsOfOneRevisionAtATimeBuildItOnce() throws Exception {
        assumeThat(Path.of("/proc/locks")).isReadable();
        var build = directory.resolve("build");
        executable(build, """
                cd '%s'
                echo built >> built.txt
                [ "$(wc -l < built.txt)" -eq 1 ] || exit 0
                (cd orders && sh -c 'echo $$ > ../pid; exec ralbench gate anchor c3 --build %s > ../second.txt 2>&1'
                    mv ../second.txt ../second-ended.txt) &
                until [ "$(wc -l < built.txt)" -gt 1 ] || grep -q -- "-> .* $(cat pid 2>/dev/null) " /proc/locks; do
                    [ ! -e second-ended.txt ] || exit 1
                    sleep 0.1
                done
                """.formatted(directory, build));

        var first = sh(orders, "ralbench gate anchor c3 --build " + build);
        var second = sh(directory, "until [ -e second-ended.txt ]; do sleep 0.1; done; cat second-ended.txt");

        assertThat(first.exit()).as(first.output()).isZero();
        assertThat(second.output()).isEqualTo(first.output());
        assertThat(directory.resolve("built.txt")).hasContent("built\n");
    }
}
