package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Level;
import dev.ralbench.load.net.Transport;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.FaultyServer.Behaviour;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Open loads through the command line. */
@Alone
class OpenRunIT {
    private static final Behaviour AFTER_10_MILLIS = (number, exchange) -> {
        exchange.pause(Duration.ofMillis(10));
        exchange.ok();
    };

    @TempDir
    private Path directory;

    private String scenario(FaultyServer server, String load) throws IOException {
        return scenario(server, load, "50/s");
    }

    private String scenario(FaultyServer server, String load, String limitedLevel) throws IOException {
        return Files.writeString(
                        directory.resolve("mine.yaml"), """
                        schema: 1
                        name: mine
                        request: { path: /work }
                        load: %s
                        variants:
                          one: { target: { url: "%s" } }
                          two: { target: { url: "%s" } }
                        expect: { errors@%s: <1%% }
                        """.formatted(load, server.url(), server.url(), limitedLevel))
                .toString();
    }

    @Test
    void levelsAreCalledByTheirRatesEverywhere() throws IOException {
        try (var server = new FaultyServer(AFTER_10_MILLIS)) {
            var load = "{ phases: [{ closed: { constant: { users: 4, hold: 1s } } },"
                    + " { open: { rate: { perSecond: 50, hold: 2s, users: 60 } } },"
                    + " { open: { rate: { perSecond: 0.5, hold: 4s } } }] }";
            var file = directory.resolve("result.json");
            var run = Shell.run("run", "--scenario", scenario(server, load), "--details", "-o", file.toString());

            assertThat(run.exit()).as(run.err()).isZero();
            ResultSchema.assertKeptBy(file);
            assertThat(run.out())
                    .contains("closed 4 users and open 0.5 to 50 requests/s, 3 levels")
                    .contains(" load  variant", " 50/s  one", "0.5/s  one", "offered", "service p50");
            assertThat(run.err() + run.out()).doesNotContain("errors@50/s: no");
            var measurement =
                    ResultFile.read(file).trials().getFirst().measurement().orElseThrow();
            assertThat(Levels.merged(measurement).keySet())
                    .extracting(Level::name)
                    .containsExactly("4", "50/s", "0.5/s");
            assertThat(measurement.windows().get(1).open().orElseThrow().arrivals())
                    .isEqualTo(100);
            assertThat(measurement.windows().get(2).open().orElseThrow().arrivals())
                    .isEqualTo(2);
        }
    }

    @Test
    void aLoadOfRatesAloneHasARateColumnAndNoUserSeconds() throws IOException {
        try (var server = new FaultyServer(AFTER_10_MILLIS)) {
            var file = directory.resolve("result.json");
            var scenario =
                    scenario(server, "{ open: { stairs: { start: 0, add: 50, times: 2, ramp: 0s, hold: 1s } } }");
            var run =
                    Shell.run("run", "--scenario", scenario, "--details", "--event-loops", "2", "-o", file.toString());

            assertThat(run.exit()).as(run.err()).isZero();
            ResultSchema.assertKeptBy(file);
            assertThat(run.out())
                    .contains("open 50 to 100 requests/s, 2 levels of 1 s", " rate  variant")
                    .doesNotContain("user-seconds", "Little's law");
            var generator = ResultFile.read(file).generator();
            assertThat(generator.offeredUserSeconds()).isEmpty();
            assertThat(generator.sender()).endsWith(", 2 event loops");
            assertThat(generator.choice())
                    .as("the number of event loops was given")
                    .isEqualTo(Optional.of("epoll, because requests arrive at a rate")
                            .filter(why -> Transport.best() == Transport.IO_URING));

            var compared = Shell.run("compare", file.toString());
            assertThat(compared.exit()).as(compared.err()).isZero();
            assertThat(compared.out()).contains("open model", " rate  metric", "100/s  goodput");
        }
    }

    @Test
    void anOpenLoadIsWarmedUpInRoundsByUsers() throws IOException {
        try (var server = new FaultyServer(AFTER_10_MILLIS)) {
            var file = directory.resolve("result.json");
            var scenario = scenario(
                    server,
                    "{ warmUp: { until: compiled, users: 6 }, open: { rate: { perSecond: 50, hold: 2s, users: 60 } } }");
            var run = Shell.run("run", "--scenario", scenario, "-o", file.toString());

            assertThat(run.exit()).as(run.err()).isZero();
            ResultSchema.assertKeptBy(file);
            assertThat(run.out().replaceAll("\\s+", " "))
                    .contains("warmed up until compiled, for 120 s at most")
                    .containsPattern("warm-up: .*one [4-9] rounds, ") // in the order of the trials, which is drawn
                    .contains("whether it is compiled is not known, because it was not looked into");
            var windows = ResultFile.read(file)
                    .trials()
                    .getFirst()
                    .measurement()
                    .orElseThrow()
                    .windows();
            var rounds = windows.subList(0, windows.size() - 1);
            assertThat(rounds)
                    .as(
                            "a short round of each, and two in a row that can tell, the second of them by all users; one that"
                                    + " the machine cut short counts for nothing")
                    .hasSizeGreaterThanOrEqualTo(4)
                    .extracting(WindowMeasurement::kind)
                    .containsOnly(WindowKind.WARM_UP);
            assertThat(rounds.getFirst().usersTo()).isEqualTo(4);
            assertThat(rounds.getLast().usersTo()).isEqualTo(6);
            assertThat(windows.getLast().kind()).isEqualTo(WindowKind.LEVEL);
            assertThat(windows.getLast().open().orElseThrow().arrivals()).isEqualTo(100);
        }
    }

    @Test
    void aLoadThatIsOneRampIsCalledByBothOfItsEnds() throws IOException {
        try (var server = new FaultyServer(AFTER_10_MILLIS)) {
            var file = directory.resolve("result.json");
            var scenario = scenario(server, "{ open: { ramp: { from: 20, to: 100, ramp: 1s } } }", "ramp to 100/s");
            var run = Shell.run("run", "--scenario", scenario, "-o", file.toString());

            assertThat(run.exit()).as(run.err()).isZero();
            assertThat(run.out())
                    .contains("open 20 to 100 requests/s, 1 level", "open: 20 to 100 requests/s")
                    .contains("limits kept: 2 of 2 (errors@ramp to 100/s");
        }
    }

    /** Calibration at the load's own rate says it before the first request. */
    @Test
    void aRateThatTheGeneratorCannotSendIsPredicted() throws IOException {
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            var load = "{ open: { rate: { perSecond: 800000, hold: 50ms, users: 4 } }, timeout: 500ms }";
            var run = Shell.calibrating()
                    .execute(
                            "run",
                            "--scenario",
                            scenario(server, load, "800000/s"),
                            "-o",
                            directory.resolve("result.json").toString());

            assertThat(run.err()).contains("the generator will be the limit").contains("800000 requests/s are planned");
        }
    }

    @Test
    void anOpenLoadTakesNoTurns() throws IOException {
        try (var server = new FaultyServer(AFTER_10_MILLIS)) {
            var scenario = scenario(server, "{ open: { rate: { perSecond: 50, hold: 1s } } }");
            var run = Shell.run("run", "--scenario", scenario, "--order", "alternating", "--levels", "4");

            assertThat(run.exit()).isEqualTo(2);
            assertThat(run.err()).contains("--order alternating: scenario mine has an open load");
            assertThat(server.requests()).isZero();
        }
    }
}
