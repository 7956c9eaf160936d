package dev.ralbench.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The load generators that ralbench is measured next to; {@code install-peers} gets missing ones. */
final class Peers {
    static final String WRK = "wrk";
    static final String HYPERFOIL = "Hyperfoil";
    static final String GATLING = "Gatling";
    static final String K6 = "k6";
    static final String VERTX = "Vert.x core";
    static final String WRK2 = "wrk2";
    static final String H2LOAD = "h2load";
    static final String FLOOR = "floor";

    private static final String WRK_REQUESTS = "(\\d+) requests in";
    private static final String K6_REQUESTS = "http_reqs\\.*: (\\d+)";
    private static final String HYPERFOIL_REQUESTS = "requests: (\\d+)";

    /** More than it makes in a second: it keeps room for all of them. */
    private static final int AB_REQUESTS = 300_000;

    private static final int COMPILER_SECONDS = 60;

    private Peers() {}

    /** Of users that think it sends as many requests over as many connections: it has no pauses. */
    static Client wrk2(Path directory) {
        return Tool.of(
                WRK2,
                Commands.find("wrk2", List.of(directory.resolve("bin"))),
                WRK_REQUESTS,
                shot -> List.of("-t1", "-c" + shot.users(), "-d" + shot.seconds() + "s", "-R" + rate(shot), url(shot)));
    }

    /** Others that send at a rate: the next request when it is due. */
    static List<Client> atRate(Path directory) {
        var directories = List.of(directory.resolve("bin"));
        return List.of(
                Tool.of(
                        "vegeta",
                        Commands.find("vegeta-run", directories),
                        " 200:(\\d+)",
                        shot -> List.of("" + rate(shot), "" + shot.users(), "" + shot.seconds(), url(shot))),
                Tool.of(K6, Commands.find("k6", directories), K6_REQUESTS, Peers::k6AtRate),
                Tool.of(
                        HYPERFOIL,
                        Commands.find("hyperfoil-run", directories),
                        HYPERFOIL_REQUESTS,
                        shot -> List.of("" + shot.users(), "" + shot.seconds(), url(shot), "" + rate(shot))));
    }

    /** Of users that think, as many per second as they would send if responses took no time. */
    private static long rate(Shot shot) {
        return switch (shot.pace()) {
            case ShotPace.Busy busy ->
                throw new IllegalArgumentException("users that are busy all the time have no rate");
            case ShotPace.Thinking thinking -> Math.round(shot.users() * 1e3 / thinking.millis());
            case ShotPace.Rate rate -> rate.perSecond();
        };
    }

    /** With one thread for each CPU that it may use. */
    static Client wrk(int threads) {
        return Tool.of(WRK, Commands.find("wrk", List.of()), WRK_REQUESTS, shot -> wrk(threads, shot));
    }

    private static List<String> wrk(int threads, Shot shot) {
        var options = List.of("-t" + threads, "-c" + shot.users(), "-d" + shot.seconds() + "s");
        var post = shot.request().postBytes() == 0
                ? List.<String>of()
                : List.of("-s", write(shot, "post.lua", """
                        wrk.method = "POST"
                        wrk.body = "%s"
                        """.formatted(
                                shot.request().body())));
        return Commands.join(Commands.join(options, post), List.of(url(shot)));
    }

    /** By HTTP/2, one request at a time on each connection. */
    static Client h2load() {
        return Tool.of(
                H2LOAD,
                Commands.find("h2load", List.of()),
                "(\\d+) succeeded",
                shot -> List.of("-t1", "-m1", "-c" + shot.users(), "-D" + shot.seconds(), url(shot)));
    }

    /**
     * The least that a client costs, compiled from {@code floor.c}: busy connections, or a rate. Not installed where there is
     * no compiler.
     *
     * @param directory for the program
     */
    static Client floor(Child child, Path source, Path directory) throws IOException, InterruptedException {
        var program = directory.resolve("floor");
        var compiler = Commands.find("cc", List.of());
        if (!Files.exists(program) && compiler.toFile().canExecute()) {
            var usage = child.run(
                    List.of(compiler.toString(), "-O2", "-o", program.toString(), source.toString()),
                    directory,
                    COMPILER_SECONDS);
            if (usage.exitCode() != 0) {
                throw new IOException(source + " does not compile:\n" + usage.output());
            }
        }
        return Tool.of(FLOOR, program, WRK_REQUESTS, shot -> {
            var arguments = List.of("" + shot.url().getPort(), "" + shot.users(), "" + shot.seconds());
            return shot.pace() instanceof ShotPace.Busy
                    ? arguments
                    : Commands.join(arguments, List.of("" + rate(shot)));
        });
    }

    /**
     * Those that are compared at full rate only.
     *
     * @param directory of programs from {@code install-peers}
     */
    static List<Client> others(Path directory) {
        var directories = List.of(directory.resolve("bin"));
        return List.of(
                Tool.of(
                        "ab",
                        Commands.find("ab", directories),
                        "Complete requests: +(\\d+)",
                        shot -> List.of(
                                "-q",
                                "-k",
                                "-c" + shot.users(),
                                "-t" + shot.seconds(),
                                "-n" + AB_REQUESTS * shot.seconds(),
                                url(shot))),
                Tool.of(
                        "oha",
                        Commands.find("oha", directories),
                        "\\[200] (\\d+) responses",
                        shot -> List.of("--no-tui", "-z", shot.seconds() + "s", "-c", "" + shot.users(), url(shot))),
                Tool.of(
                        "hey",
                        Commands.find("hey", directories),
                        "\\[200]\\s+(\\d+) responses",
                        shot -> List.of("-z", shot.seconds() + "s", "-c", "" + shot.users(), url(shot))),
                Tool.of(K6, Commands.find("k6", directories), K6_REQUESTS, Peers::k6),
                Tool.of(
                        HYPERFOIL,
                        Commands.find("hyperfoil-run", directories),
                        HYPERFOIL_REQUESTS,
                        shot -> List.of("" + shot.users(), "" + shot.seconds(), url(shot))),
                Tool.of(
                        GATLING,
                        Commands.find("gatling-run", directories),
                        "> Global +\\| +([\\d,]+)",
                        shot -> List.of("" + shot.users(), "" + shot.seconds(), url(shot))));
    }

    /** With the four steps of a journey. */
    static List<Client> ofSteps(Path directory) {
        return List.of(
                Tool.of(
                        VERTX,
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        WRK_REQUESTS,
                        shot -> List.of(
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                VertxSteps.class.getName(),
                                "" + shot.users(),
                                "" + shot.seconds(),
                                url(shot))),
                Tool.of(K6, Commands.find("k6", List.of(directory.resolve("bin"))), K6_REQUESTS, Peers::k6Steps));
    }

    private static List<String> k6Steps(Shot shot) {
        var script = write(shot, "script.js", """
                import http from 'k6/http';
                import { check } from 'k6';
                export const options = { vus: %d, duration: '%ds' };
                export default function () { let r, token; %s }
                """.formatted(shot.users(), shot.seconds(), FourSteps.k6(url(shot))));
        return List.of("run", "--quiet", "--no-usage-report", script);
    }

    private static String url(Shot shot) {
        return shot.url().toString();
    }

    private static List<String> k6(Shot shot) {
        return k6(shot, "{ vus: %d, duration: '%ds' }".formatted(shot.users(), shot.seconds()));
    }

    private static List<String> k6AtRate(Shot shot) {
        return k6(shot, """
                { scenarios: { load: { executor: 'constant-arrival-rate', rate: %d, timeUnit: '1s', duration: '%ds',
                  preAllocatedVUs: %d } } }""".formatted(rate(shot), shot.seconds(), shot.users()));
    }

    private static List<String> k6(Shot shot, String options) {
        var script = write(shot, "script.js", """
                import http from 'k6/http';
                export const options = %s;
                export default function () { http.get('%s'); }
                """.formatted(options, url(shot)));
        return List.of("run", "--quiet", "--no-usage-report", script);
    }

    private static String write(Shot shot, String name, String text) {
        try {
            return Files.writeString(shot.file(name), text).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
