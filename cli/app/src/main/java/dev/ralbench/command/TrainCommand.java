package dev.ralbench.command;

import dev.ralbench.load.CalibrationServer;
import dev.ralbench.session.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Runs typical work for a few seconds, so that the JVM can keep what it has loaded, linked and learnt about hot methods
 * (JEP 514, 515): without that, the first second of every load costs several times as much.
 */
@Command(
        name = "train",
        hidden = true,
        description = "Loads servers of ralbench's own and compares a result; run by the launcher to make its start-up"
                + " cache.")
final class TrainCommand implements Callable<Integer> {
    private final Console console;
    private final Session session;

    @Parameters(paramLabel = "RESULT", description = "A result file to compare.")
    private Path result = Path.of("");

    TrainCommand(Console console, Session session) {
        this.console = console;
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        var directory = Files.createTempDirectory("ralbench-train");
        try (var plain = session.openCalibrationServer(false);
                var encrypted = session.openCalibrationServer(true)) {
            var scenario = directory.resolve("train.yaml");
            Files.writeString(scenario, """
                    schema: 1
                    name: train
                    request: { path: / }
                    load:
                      phases:
                        - { closed: { constant: { users: 64, hold: 3s } } }
                        - { open: { rate: { perSecond: 2000, hold: 1s } } }
                    variants:
                      plain: { target: { url: "%s" } }
                      encrypted: { target: { url: "%s", tls: { insecure: true } } }
                    """.formatted(origin(plain), origin(encrypted)));
            Main.execute(
                    console,
                    "run",
                    scenario.toString(),
                    "--output",
                    directory.resolve("train.json").toString());
        }
        return Main.execute(console, "compare", result.toString());
    }

    private static String origin(CalibrationServer server) {
        return server.url().getScheme() + "://" + server.url().getAuthority();
    }
}
