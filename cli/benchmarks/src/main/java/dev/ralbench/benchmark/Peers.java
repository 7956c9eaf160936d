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
    static final String WRK2 = "wrk2";

    private static final String WRK_REQUESTS = "(\\d+) requests in";
    private static final String K6_REQUESTS = "http_reqs\\.*: (\\d+)";
    private static final String HYPERFOIL_REQUESTS = "requests: (\\d+)";

    /** More than it makes in a second: it keeps room for all of them. */
    private static final int AB_REQUESTS = 300_000;

    private Peers() {}

    /**
     * Those that send at a rate: the next request when it is due. For users that think there is wrk2 alone, which sends as
     * many requests over as many connections.
     */
    static List<Client> paced(Path directory, ShotPace pace) {
        var directories = List.of(directory.resolve("bin"));
        var wrk2 = Tool.of(
                WRK2,
                Commands.find("wrk2", directories),
                WRK_REQUESTS,
                shot -> List.of("-t1", "-c" + shot.users(), "-d" + shot.seconds() + "s", "-R" + rate(shot), url(shot)));
        return switch (pace) {
            case ShotPace.Busy busy -> List.of();
            case ShotPace.Thinking thinking -> List.of(wrk2);
            case ShotPace.Rate rate ->
                List.of(
                        wrk2,
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
        };
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

    /** @param directory of programs from {@code install-peers} */
    static List<Client> all(Path directory) {
        var directories = List.of(directory.resolve("bin"));
        return List.of(
                Tool.of(
                        WRK,
                        Commands.find("wrk", directories),
                        WRK_REQUESTS,
                        shot -> List.of("-t1", "-c" + shot.users(), "-d" + shot.seconds() + "s", url(shot))),
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
        var script = shot.file("script.js");
        try {
            Files.writeString(script, """
                    import http from 'k6/http';
                    export const options = %s;
                    export default function () { http.get('%s'); }
                    """.formatted(options, url(shot)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of("run", "--quiet", "--no-usage-report", script.toString());
    }
}
