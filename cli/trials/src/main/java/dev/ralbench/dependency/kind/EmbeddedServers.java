package dev.ralbench.dependency.kind;

import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Unpacks the servers that come with ralbench, for Linux on x86-64. */
public record EmbeddedServers(CacheParts parts, Consumer<String> notes, boolean fitsThisMachine) {
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64");

    public static EmbeddedServers forThisMachine(CacheParts parts, Consumer<String> notes) {
        return new EmbeddedServers(parts, notes, areForThisMachine());
    }

    /** They are packaged for this platform alone. */
    public static boolean areForThisMachine() {
        return System.getProperty("os.name", "").equals("Linux")
                && ARCHITECTURES.contains(System.getProperty("os.arch", ""));
    }

    /** The program, unpacked; empty if this machine cannot run it. */
    Optional<Path> program(EmbeddedServer server) throws InterruptedException {
        var resource =
                Optional.ofNullable(EmbeddedServers.class.getClassLoader().getResource(server.resource()));
        if (!fitsThisMachine || resource.isEmpty()) {
            return Optional.empty();
        }
        var home = parts.get(new CachePart(
                server.name(),
                "the unpacked " + server.title(),
                "unpacking " + server.title(),
                directory -> Files.isExecutable(directory.resolve(server.program())),
                directory -> {
                    notes.accept("unpacking " + server.title() + " (once) ...");
                    server.unpacker().unpack(resource.get(), directory);
                }));
        return Optional.of(home.resolve(server.program()));
    }
}
