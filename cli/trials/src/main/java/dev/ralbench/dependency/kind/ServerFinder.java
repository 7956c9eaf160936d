package dev.ralbench.dependency.kind;

import dev.ralbench.Failure;
import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.process.Program;
import dev.ralbench.process.SearchPath;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Decides the origin of a server: the user's choice, else one that came with ralbench, else an installed one.
 *
 * @param programs of servers that ralbench starts
 * @param parts for unpacked servers
 * @param notes take progress while a user waits
 */
public record ServerFinder(Programs programs, CacheParts parts, Consumer<String> notes) {
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64");

    /** The place of the programs of servers that ralbench starts. */
    public sealed interface Programs {}

    /**
     * On this machine: named by the user, or embedded in ralbench, or found.
     *
     * @param path the search path for programs
     */
    public record OnThisMachine(SearchPath path) implements Programs {}

    /**
     * In images of containers.
     *
     * @param names of the images, as the engine knows them
     */
    public record InImages(Map<Program, String> names) implements Programs {
        public InImages {
            names = Map.copyOf(names);
        }
    }

    /** Whether the servers that come with ralbench run on this machine: they are for Linux on x86-64 alone. */
    public static boolean hasEmbedded() {
        return System.getProperty("os.name", "").equals("Linux")
                && ARCHITECTURES.contains(System.getProperty("os.arch", ""));
    }

    /**
     * Finds the server of one kind.
     *
     * @throws Failure if there is none, or the user's choice cannot be used
     */
    public ServerOrigin find(ServerKind kind, ServerSources.Source source) throws InterruptedException {
        return findIfAny(kind, source).orElseThrow(() -> none(kind));
    }

    /**
     * The same; empty if there is none.
     *
     * @throws Failure if the user's choice cannot be used
     */
    public Optional<ServerOrigin> findIfAny(ServerKind kind, ServerSources.Source source) throws InterruptedException {
        if (source.url().isPresent()) {
            if (source.program().isPresent()) {
                throw both(kind);
            }
            return Optional.of(new ServerOrigin.External(kind.url(source.url().get())));
        }
        return switch (programs) {
            case InImages images ->
                inImage(kind, Optional.ofNullable(images.names().get(kind.program())), source.program());
            case OnThisMachine machine -> onThisMachine(kind, source.program(), machine.path());
        };
    }

    private Optional<ServerOrigin> onThisMachine(ServerKind kind, Optional<String> program, SearchPath path)
            throws InterruptedException {
        if (program.isPresent()) {
            return Optional.of(named(kind.option(), program.get(), path));
        }
        if (kind.embedded().isPresent() && hasEmbedded()) {
            var embedded = kind.embedded().get();
            var resource = ServerFinder.class.getClassLoader().getResource(embedded.resource());
            if (resource != null) {
                return Optional.of(new ServerOrigin.Embedded(unpacked(embedded, resource)));
            }
        }
        return kind.installed(path).findFirst().map(ServerOrigin.AtPath::new);
    }

    private Path unpacked(ServerKind.Embedded embedded, URL resource) throws InterruptedException {
        return parts.get(new CachePart(
                        embedded.name(),
                        "the unpacked " + embedded.title(),
                        "unpacking " + embedded.title(),
                        directory -> Files.isExecutable(directory.resolve(embedded.program())),
                        directory -> {
                            notes.accept("unpacking " + embedded.title() + " (once) ...");
                            embedded.unpacker().unpack(resource, directory);
                        }))
                .resolve(embedded.program());
    }

    private static Failure both(ServerKind kind) {
        return Failure.usage(
                kind.option() + " and " + kind.urlOption() + " exclude each other",
                "one starts a server, the other uses one that runs",
                "leave one of them out");
    }

    private static Optional<ServerOrigin> inImage(ServerKind kind, Optional<String> image, Optional<String> program) {
        if (program.isPresent()) {
            throw Failure.usage(
                    kind.option() + " " + program.get() + " cannot be used in a container",
                    "it names a program of this machine, and servers run in "
                            + image.map(name -> "the image " + name).orElse("images"),
                    "leave it out, or run everything as processes");
        }
        return image.map(
                name -> new ServerOrigin.InImage(name, kind.programInImage().apply(name)));
    }

    private static ServerOrigin named(String option, String program, SearchPath path) {
        var found = program.contains("/")
                ? Optional.of(Path.of(program).toAbsolutePath().normalize())
                        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                : path.find(program);
        return found.map(ServerOrigin.AtPath::new)
                .orElseThrow(() -> Failure.usage(
                        option + " " + program + " is not a program that can be started",
                        program.contains("/")
                                ? "there is no such file, or it may not be executed"
                                : "no directory of PATH has it",
                        "name the server's program, by its path or by its name on the PATH"));
    }

    private static Failure none(ServerKind kind) {
        return Failure.environment(
                "there is no " + kind.name() + " server",
                "none came with ralbench for this kind of machine, and no directory of PATH has "
                        + String.join(" or ", kind.programs()),
                "install one, or name its program by " + kind.option() + ", or one that runs by " + kind.urlOption());
    }
}
