package dev.ralbench.command;

import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.session.RunRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/** Two options for each kind of server: which program to start, and the URL of one that runs already. */
final class ServerOptions {
    private final Map<String, String> given = new HashMap<>();

    /** The names of all options, starting with those that name programs. */
    static List<String> names() {
        var supplies = BuiltInKinds.ALL.servers();
        return Stream.concat(
                        supplies.stream().map(ServerKind::option),
                        supplies.stream().map(ServerKind::urlOption))
                .toList();
    }

    void addTo(CommandSpec spec) {
        for (var supply : BuiltInKinds.ALL.servers()) {
            var programs = String.join(" or ", supply.programs());
            var byDefault = supply.embedded()
                    .map(server -> " (default: embedded " + server.product() + ")")
                    .or(() -> supply.standIn()
                            .map(standIn -> " (default: one on the PATH, else the image "
                                    + supply.program().images().getFirst() + " where servers run in containers, else "
                                    + standIn + ")"))
                    .orElse("");
            spec.addOption(option(supply.option(), "PROGRAM")
                    .description("The " + programs + " to start: a path, or a name on the PATH" + byDefault + ".")
                    .build());
            spec.addOption(option(supply.urlOption(), "URL")
                    .description("Use a server that runs already: " + supply.urlForm("port")
                            + ". @FILE takes the URL from the first line of a file; $${env:NAME} in it is filled in"
                            + " from the environment. Its data is checked, and loaded where it is absent; nothing is"
                            + " restored between trials.")
                    .build());
        }
    }

    private OptionSpec.Builder option(String name, String label) {
        return OptionSpec.builder(name).type(String.class).paramLabel(label).setter(new ISetter() {
            @Override
            public <T> T set(T value) {
                given.compute(name, (key, before) -> value == null ? null : String.valueOf(value));
                return value;
            }
        });
    }

    RunRequest addTo(RunRequest request) {
        var next = request;
        for (var choice : given.entrySet()) {
            next = next.server(choice.getKey(), choice.getValue());
        }
        return next;
    }
}
