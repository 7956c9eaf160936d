package dev.ralbench.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The load generators that ralbench is measured next to; {@code install-peers} gets what is missing. */
final class Peers {
    static final String WRK = "wrk";
    static final String HYPERFOIL = "Hyperfoil";
    static final String GATLING = "Gatling";
    static final String K6 = "k6";

    /** More than it makes in a second: it keeps room for all of them. */
    private static final int AB_REQUESTS = 300_000;

    private Peers() {}

    /** @param folder where {@code install-peers} puts what is on no PATH */
    static List<Client> all(Path folder) {
        var folders = List.of(folder.resolve("bin"));
        return List.of(
                Tool.of(
                        WRK,
                        Commands.find("wrk", folders),
                        "(\\d+) requests in",
                        shot -> List.of("-t1", "-c" + shot.users(), "-d" + shot.seconds() + "s", url(shot))),
                Tool.of(
                        "ab",
                        Commands.find("ab", folders),
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
                        Commands.find("oha", folders),
                        "\\[200] (\\d+) responses",
                        shot -> List.of("--no-tui", "-z", shot.seconds() + "s", "-c", "" + shot.users(), url(shot))),
                Tool.of(
                        "hey",
                        Commands.find("hey", folders),
                        "\\[200]\\s+(\\d+) responses",
                        shot -> List.of("-z", shot.seconds() + "s", "-c", "" + shot.users(), url(shot))),
                Tool.of(K6, Commands.find("k6", folders), "http_reqs\\.*: (\\d+)", Peers::k6),
                Tool.of(
                        HYPERFOIL,
                        Commands.find("hyperfoil-run", folders),
                        "requests: (\\d+)",
                        shot -> List.of("" + shot.users(), "" + shot.seconds(), url(shot))),
                Tool.of(
                        GATLING,
                        Commands.find("gatling-run", folders),
                        "> Global +\\| +([\\d,]+)",
                        shot -> List.of("" + shot.users(), "" + shot.seconds(), url(shot))));
    }

    private static String url(Shot shot) {
        return shot.url().toString();
    }

    private static List<String> k6(Shot shot) {
        var script = shot.file("script.js");
        try {
            Files.writeString(script, """
                    import http from 'k6/http';
                    export default function () { http.get('%s'); }
                    """.formatted(url(shot)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of(
                "run",
                "--quiet",
                "--no-usage-report",
                "--vus",
                "" + shot.users(),
                "--duration",
                shot.seconds() + "s",
                script.toString());
    }
}
