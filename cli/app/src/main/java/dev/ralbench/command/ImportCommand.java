package dev.ralbench.command;

import dev.ralbench.importing.ImportedScenario;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a scenario of what another program has written. */
@Command(
        name = "import",
        description =
                "Makes a scenario of an API's description (OpenAPI 3, Swagger 2), of a server's access log (Common or"
                        + " Combined Log Format), or of what a browser has recorded (HAR). Says what it could not take over, and what"
                        + " it guessed.",
        footer = {
            "",
            "Examples: ralbench import openapi.yaml -o shop.yaml",
            "          ralbench import /var/log/nginx/access.log --url http://127.0.0.1:8080 > shop.yaml"
        })
final class ImportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "A file in one of these formats; its content says which.")
    private Path file = Path.of("");

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Where the requests are to go (default: what the file says).")
    private Optional<String> url = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the scenario to this file instead of standard output.")
    private Optional<Path> output = Optional.empty();

    @Option(names = "--force", description = "Replace the file if there is one.")
    private boolean isForced;

    ImportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var place = output.map(path -> new YamlOutput("scenario", path, isForced));
        place.ifPresent(YamlOutput::checkName);
        var imported = ImportedScenario.read(file, url);
        var text = ScenarioFile.write(imported.document());
        // What is wrong with it is wrong with the file or with --url: better said now than when it is run.
        var unused = ScenarioFile.parse(file.toString(), text).resolve(Overrides.none());
        place.ifPresentOrElse(
                path -> {
                    path.checkPlace();
                    path.write(text);
                },
                () -> {
                    console.out().print(text);
                    console.out().flush();
                });
        imported.notes().forEach(console::tell);
        place.ifPresent(path -> console.tell("scenario: " + path.path()));
        return ExitCode.OK.code();
    }
}
