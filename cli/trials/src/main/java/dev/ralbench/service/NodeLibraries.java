package dev.ralbench.service;

import dev.ralbench.Failure;
import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.cache.CacheUse;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ShellWords;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The libraries of targets on Node.js, as their {@code package-lock.json} names them: fetched once for each lock file and
 * each Node.js, so that nothing is fetched by a run that measures.
 */
final class NodeLibraries {
    private static final String KIND = "node";
    private static final String LIBRARIES = "node_modules";

    private static final List<String> LOCK = List.of("package.json", "package-lock.json");

    private final PreparationRun run;
    private final String npm;
    private final UserCache cache;
    private final CacheParts parts;
    private final Consumer<String> note;

    /**
     * @param run runs npm: on this machine if it has one, which knows its user's registry and proxy
     * @param npm how it is called there
     */
    NodeLibraries(PreparationRun run, String npm, UserCache cache, CacheParts parts, Consumer<String> note) {
        this.run = run;
        this.npm = npm;
        this.cache = cache;
        this.parts = parts;
        this.note = note;
    }

    /**
     * The directory {@code node_modules}, made now unless it was before.
     *
     * @param sources where the lock file is
     * @param version of the Node.js that runs them
     * @throws Failure if it cannot be made
     */
    Path get(String title, Path sources, String version) throws InterruptedException {
        var key = KeptFile.key(content(sources.resolve(LOCK.getLast())), version);
        var place = parts.get(new CachePart(
                KIND + "/" + key,
                "the libraries of " + title,
                "fetching the libraries of " + title,
                directory -> Files.isDirectory(directory.resolve(LIBRARIES)),
                directory -> fetch(title, sources, directory, key)));
        CacheUse.note(place, run.clock().now());
        return place.resolve(LIBRARIES);
    }

    private void fetch(String title, Path sources, Path directory, String key)
            throws IOException, InterruptedException {
        note.accept("fetching the libraries of " + title + " (once) ...");
        for (var file : LOCK) {
            Files.copy(sources.resolve(file), directory.resolve(file));
        }
        var log = new LogFile(directory.resolve("npm.log"));
        var exitCode = run.toEnd(
                "npm ci for " + title,
                Program.NODE,
                line(directory),
                List.of(ServiceSpec.Directory.writable(directory)),
                log);
        if (exitCode.orElse(1) != 0) {
            var why = "npm " + PreparationRun.failed(exitCode) + said(log);
            var kept = cache.directory(KIND).resolve(key + ".log");
            KeptFile.move(log.path(), kept);
            throw Failure.environment(
                    "the libraries of " + title + " cannot be fetched",
                    why,
                    "see why in " + kept + ", or try npm ci in " + sources);
        }
        Files.delete(log.path());
    }

    /** The first line has npm's code of the error, or that the shell does not find npm. */
    private static String said(LogFile log) {
        return log.tail().lines().findFirst().map(line -> " (" + line + ")").orElse("");
    }

    /** The npm command. It runs no scripts of packages, and has a cache because containers lack a home directory. */
    private String line(Path directory) {
        var place = ShellWords.quoted(directory.toString());
        var own = directory.resolve("npm");
        return ShellWords.quoted(npm) + " ci --prefix " + place + " --omit=dev --ignore-scripts --no-audit --no-fund"
                + (run.starter().temporary().isPresent()
                        ? ""
                        : " --cache " + ShellWords.quoted(own.toString()) + " && rm -r "
                                + ShellWords.quoted(own.toString()));
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw Failure.environment(
                            file + " cannot be read", String.valueOf(e.getMessage()), "get a complete copy of ralbench")
                    .causedBy(e);
        }
    }
}
