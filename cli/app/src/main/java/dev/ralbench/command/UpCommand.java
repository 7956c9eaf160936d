package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.command.GroupedHelp.Group;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.trial.StartedVariant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts a target with everything that it needs, and keeps it up. */
@Command(
        name = "up",
        description =
                "Starts one variant of a scenario (the first, unless --variant names another) and its dependencies"
                        + " without load, prints their addresses and a curl command, and stops them on Ctrl-C.",
        footer = {"", "Example: ralbench up fan-out-10x10 --variant v2 --port 8080"})
final class UpCommand implements Callable<Integer> {
    private static final List<Group> GROUPS = List.of(
            new Group(
                    "What is started",
                    List.of("--variant", "--profile", "--port"),
                    List.of("--directory", "--label", "--insecure")),
            new Group("Machine, dependencies", List.of("--runtime"), ServerOptions.names()),
            new Group("Help", List.of(), List.of("--help", "--version")));

    private static final long LOOK_MILLIS = 250;
    private static final int MOST_PORT = 65_535;

    private final Console console;
    private final Session session;

    @Parameters(paramLabel = "SCENARIO", description = "A built-in scenario, or a YAML file.")
    private String scenario = "";

    @Mixin
    private VariantOptions variants = new VariantOptions();

    @Option(names = "--profile", paramLabel = "NAME", description = "A profile of the scenario.")
    private Optional<String> profile = Optional.empty();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The target listens on this port instead of any free one.")
    private Optional<Integer> port = Optional.empty();

    @Mixin
    private RuntimeOptions runtime = new RuntimeOptions();

    /** The help, once the command has all its options. */
    static void addHelp(CommandLine command) {
        GroupedHelp.addTo(command, GROUPS);
    }

    UpCommand(Console console, Session session) {
        this.console = console;
        this.session = session;
    }

    @Override
    public Integer call() {
        checkPort();
        var named = variants.addTo(runtime.addTo(RunRequest.of(scenario)));
        var request = profile.map(named::profile).orElse(named);
        var end = new CountDownLatch(1);
        var caller = Thread.currentThread();
        try (var signals = new Signals()) {
            signals.onSignal(() -> {
                boolean isFirst = end.getCount() > 0;
                end.countDown();
                if (isFirst) { // a second one must not disturb the ending
                    caller.interrupt();
                }
            });
            keepUp(request, end);
            return signals.received().orElse(ExitCode.OK).code();
        }
    }

    private void checkPort() {
        port.filter(number -> number < 1 || number > MOST_PORT).ifPresent(number -> {
            throw Failure.usage("--port: must be between 1 and " + MOST_PORT + ", got " + number, "", "correct it");
        });
    }

    private void keepUp(RunRequest request, CountDownLatch end) {
        try {
            session.up(request, port, console::tell, started -> {
                ScenarioNotes.redacted(List.of(started.variant().request())).forEach(console::tell);
                UpSummary.print(started, console.out());
                waitFor(end, started);
            });
        } catch (InterruptedException e) {
            // Ctrl-C: everything has been stopped by the lines above.
        } catch (Failure failure) {
            if (end.getCount() > 0) {
                throw failure;
            }
            // A server that Ctrl-C reached as well ended first: that is the user's wish and no failure.
        }
    }

    /** Waits until the user stops the command or one of the started processes ends. */
    private static void waitFor(CountDownLatch end, StartedVariant started) throws InterruptedException {
        boolean suspected = false;
        while (!end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            var ended = started.ended();
            if (ended.isPresent() && suspected) { // not at the first look: Ctrl-C may be heard of a moment later
                throw Failure.environment(ended.get(), "", "see why in its output");
            }
            suspected = ended.isPresent();
        }
    }
}
