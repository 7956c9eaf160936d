package dev.ralbench.dependency.own;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredService;
import dev.ralbench.dependency.kind.DataDirectory;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.process.Rollback;
import dev.ralbench.process.ServiceSpec.Directory;
import dev.ralbench.service.TargetDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A service that is started in a directory of its own, with the files that the scenario gives it. */
record PreparedOwnService(DeclaredService service, TargetDefinition.Launched definition, DependencyContext context)
        implements PreparedServer {
    @Override
    public String name() {
        return service.name();
    }

    @Override
    public Set<String> uses() {
        return service.uses();
    }

    /** The command, or the image with its id. Results whose texts differ are not compared. */
    @Override
    public Optional<String> software() {
        return Optional.of(service.image()
                .map(image -> "container " + image + facts(image))
                .orElseGet(this::commandAndPlace));
    }

    /** The same words in another directory may start another program. */
    private String commandAndPlace() {
        return "command " + service.command()
                + service.workingDirectory().map(place -> " in " + place).orElse("");
    }

    private String facts(String image) {
        return context.starter().imageFacts(image).values().stream()
                .map(fact -> " " + fact)
                .collect(Collectors.joining());
    }

    @Override
    public RunningServer start(Path logDirectory, String prefix, Map<String, String> placeholders)
            throws InterruptedException {
        var base = context.runDirectories().make(name());
        try (var undo = new Rollback()) {
            undo.later(() -> DataDirectory.delete(base));
            var directory = directory(base.resolve("dir"));
            var all = new HashMap<>(placeholders);
            all.put(DeclaredService.DIRECTORY, directory.toString());
            var log = logDirectory.resolve(prefix + "-" + name() + ".log");
            var mounts = mounts(directory, base.resolve("files"));
            var started = context.launcher().start(definition.with(mounts), all, log);
            var server = new RunningOwnService(service, started, base);
            undo.forget();
            return server;
        } catch (Failure failure) {
            throw OwnServiceKind.at(name(), failure);
        }
    }

    /** Writes the files, and says which directories and files a container has to see. */
    private List<Directory> mounts(Path directory, Path ofRoot) {
        var mounts = new ArrayList<>(List.of(Directory.writable(directory)));
        service.files().forEach((place, text) -> {
            if (place.startsWith("/")) {
                var file = ofRoot.resolve(place.substring(1));
                write(file, text);
                mounts.add(Directory.readOnly(file, Path.of(place)));
            } else {
                write(directory.resolve(place), text);
            }
        });
        return mounts;
    }

    private Path directory(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw cannotWrite(path, e);
        }
    }

    private void write(Path file, String text) {
        directory(Objects.requireNonNull(file.getParent(), "below a directory"));
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    private static Failure cannotWrite(Path path, IOException e) {
        return Failure.environment(path + " cannot be written", String.valueOf(e), "make room there")
                .causedBy(e);
    }
}
