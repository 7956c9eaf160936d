package dev.ralbench.dependency.kind;

import dev.ralbench.Failure;
import dev.ralbench.process.SearchPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Decides the source of a server: the user's choice, else one that came with ralbench, else an installed one. */
public record ServerFinder(ServerPrograms programs, EmbeddedServers embedded) {
    /**
     * Finds the server of one kind.
     *
     * @throws Failure if there is none, or the user's choice cannot be used
     */
    public ServerPlace find(ServerSupply supply, ServerSource source) throws InterruptedException {
        return findIfAny(supply, source).orElseThrow(() -> none(supply));
    }

    /**
     * The same; empty if there is none.
     *
     * @throws Failure if the user's choice cannot be used
     */
    public Optional<ServerPlace> findIfAny(ServerSupply supply, ServerSource source) throws InterruptedException {
        if (source.url().isPresent()) {
            if (source.program().isPresent()) {
                throw both(supply);
            }
            return Optional.of(new ServerPlace.External(supply.url(source.url().get())));
        }
        return switch (programs) {
            case ServerPrograms.InImages images ->
                inImage(supply, Optional.ofNullable(images.names().get(supply.program())), source.program());
            case ServerPrograms.OnThisMachine machine -> onThisMachine(supply, source.program(), machine.path());
        };
    }

    private Optional<ServerPlace> onThisMachine(ServerSupply supply, Optional<String> program, SearchPath path)
            throws InterruptedException {
        if (program.isPresent()) {
            return Optional.of(named(supply.option(), program.get(), path));
        }
        if (supply.embedded().isPresent()) {
            var unpacked = embedded.program(supply.embedded().get());
            if (unpacked.isPresent()) {
                return Optional.of(new ServerPlace.Embedded(unpacked.get()));
            }
        }
        return installed(supply, path);
    }

    private static Failure both(ServerSupply supply) {
        return Failure.usage(
                supply.option() + " and " + supply.urlOption() + " exclude each other",
                "one starts a server, the other uses one that runs",
                "leave one of them out");
    }

    private static Optional<ServerPlace> inImage(
            ServerSupply supply, Optional<String> image, Optional<String> program) {
        if (program.isPresent()) {
            throw Failure.usage(
                    supply.option() + " " + program.get() + " cannot be used in a container",
                    "it names a program of this machine, and servers run in "
                            + image.map(name -> "the image " + name).orElse("images"),
                    "leave it out, or run everything as processes");
        }
        return image.map(name -> new ServerPlace.InImage(
                new ServerPrograms.ProgramImage(name, supply.programInImage().apply(name))));
    }

    private static ServerPlace named(String option, String program, SearchPath path) {
        var found = program.contains("/")
                ? Optional.of(Path.of(program).toAbsolutePath().normalize())
                        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                : path.find(program);
        return found.map(ServerPlace.AtPath::new)
                .orElseThrow(() -> Failure.usage(
                        option + " " + program + " is not a program that can be started",
                        program.contains("/")
                                ? "there is no such file, or it may not be executed"
                                : "no directory of PATH has it",
                        "name the server's program, by its path or by its name on the PATH"));
    }

    private static Optional<ServerPlace> installed(ServerSupply supply, SearchPath path) {
        return supply.installed(path).findFirst().map(ServerPlace.AtPath::new);
    }

    private static Failure none(ServerSupply supply) {
        return Failure.environment(
                "there is no " + supply.name() + " server",
                "none came with ralbench for this kind of machine, and no directory of PATH has "
                        + String.join(" or ", supply.programs()),
                "install one, or name its program by " + supply.option() + ", or one that runs by "
                        + supply.urlOption());
    }
}
