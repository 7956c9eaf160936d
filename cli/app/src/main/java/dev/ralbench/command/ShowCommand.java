package dev.ralbench.command;

import dev.ralbench.scenario.ScenarioFile;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a scenario as it would be run. */
@Command(
        name = "show",
        description = "Prints a scenario with everything merged in: defaults, file, profile, variables, options.",
        footer = {"", "Example: ralbench show delay-200 --quick --origin"})
final class ShowCommand implements Callable<Integer> {
    private final Console console;
    private final Session session;

    @Parameters(paramLabel = "SCENARIO", description = "A built-in name, a file, or a URL.")
    private String scenario = "";

    @Option(names = "--origin", description = "Say of each value where it comes from.")
    private boolean showsOrigin;

    @Mixin
    private ScenarioOptions options = new ScenarioOptions();

    ShowCommand(Console console, Session session) {
        this.console = console;
        this.session = session;
    }

    @Override
    public Integer call() {
        var resolved = session.resolve(options.addTo(RunRequest.of(scenario)));
        if (showsOrigin) {
            int width = resolved.origins().stream()
                    .mapToInt(value -> value.path().length() + value.rendered().length() + 2)
                    .max()
                    .orElse(0);
            for (var value : resolved.origins()) {
                var line = value.path() + ": " + value.rendered();
                console.out()
                        .println(line + " ".repeat(Math.max(1, width - line.length() + 2)) + "# " + value.origin());
            }
        } else {
            console.out().print(ScenarioFile.write(resolved.scenario().document()));
        }
        return ExitCode.OK.code();
    }
}
