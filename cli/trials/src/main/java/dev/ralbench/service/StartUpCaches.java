package dev.ralbench.service;

import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.cache.CacheUse;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Caches that shorten the start of targets' JVMs; one for all variants of one jar and one list of flags. */
final class StartUpCaches {
    private static final String KIND = TargetPreparation.START_UP_CACHES;
    private static final String FILE = "cache.aot";
    /** HotSpot's words, with the mode that makes a cache obligatory. */
    private static final Pattern REJECTED =
            Pattern.compile("Unable to use (AOT cache|shared archive)|processing the AOT cache");

    private final PreparationRun run;
    private final UserCache cache;
    private final CacheParts parts;
    private final Consumer<String> note;
    private final Set<String> madeAgain = new HashSet<>(); // guarded by this
    private final Set<String> seenFirst = new HashSet<>();

    StartUpCaches(PreparationRun run, UserCache cache, CacheParts parts, Consumer<String> note) {
        this.run = run;
        this.cache = cache;
        this.parts = parts;
        this.note = note;
    }

    /** The training run failed; its reason is reported already. */
    private static final class NotTrained extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** See {@link TargetPreparation#aotCache}. */
    Optional<Path> get(TargetDefinition.Launched target) throws InterruptedException {
        if (target.program().training().isEmpty()) {
            return Optional.empty();
        }
        var part = part(target, target.program().training().get());
        if (parts.find(part).isEmpty() && (Files.exists(remark(part, ".none")) || isFirstRunOf(part))) {
            return Optional.empty();
        }
        try {
            var place = parts.get(part);
            CacheUse.note(place, run.clock().now());
            return Optional.of(place.resolve(FILE));
        } catch (NotTrained e) {
            return Optional.empty();
        }
    }

    private boolean isFirstRunOf(CachePart part) {
        var seen = remark(part, ".seen");
        if (!Files.exists(seen)) {
            KeptFile.write(seen, "");
            seenFirst.add(part.name());
        }
        return seenFirst.contains(part.name());
    }

    /** See {@link TargetPreparation#isCacheMadeAgain}. */
    synchronized boolean isMadeAgain(TargetDefinition.Launched target, LogFile log) throws InterruptedException {
        if (target.program().training().isEmpty()) {
            return false;
        }
        var part = part(target, target.program().training().get());
        if (!target.startsFrom(cache.root().resolve(part.name()))) {
            return false;
        }
        if (madeAgain.contains(part.name())) {
            return true; // another variant starts from the same one
        }
        boolean isDamaged = parts.isDamaged(part);
        if (!isDamaged && !REJECTED.matcher(log.tail()).find()) {
            return false;
        }
        madeAgain.add(part.name());
        parts.drop(part, isDamaged ? CacheParts.DAMAGED : "was rejected by its JVM");
        return get(target).isPresent();
    }

    /** See {@link TargetPreparation#outdated}. */
    static List<Path> outdated(UserCache cache) throws IOException {
        try (var files = Files.list(cache.directory(KIND))) {
            return files.filter(file -> file.toString().endsWith(".aot") && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        }
    }

    private CachePart part(TargetDefinition.Launched target, TargetProgram.Training training) {
        var key = KeptFile.key(training.command().command(), training.jvmFlags(), run.identity(training.jar()));
        return new CachePart(
                KIND + "/" + key,
                "the start-up cache of " + target.title(),
                "making the start-up cache of " + target.title(),
                directory -> Files.isRegularFile(directory.resolve(FILE)),
                directory -> train(target, training, directory, key));
    }

    private void train(TargetDefinition.Launched target, TargetProgram.Training training, Path directory, String key)
            throws IOException, InterruptedException {
        removeUnused();
        note.accept("making the start-up cache of " + target.title() + " (once) ...");
        var log = new LogFile(directory.resolve("training.log"));
        var made = directory.resolve(FILE);
        var exitCode = run.toEnd(
                "the training run of " + target.title(),
                run.line(training.command(), Map.of("aotCache", made.toString())),
                List.of(
                        ServiceSpec.Directory.readOnly(PreparationRun.directoryOf(training.jar())),
                        ServiceSpec.Directory.writable(directory)),
                log);
        if (exitCode.orElse(1) == 0 && Files.exists(made)) {
            Files.deleteIfExists(log.path());
            return;
        }
        if (log.tail().contains("Unrecognized VM option")) {
            note.accept("no start-up cache: JVMs before 25 have none");
            KeptFile.write(remark(key, ".none"), "");
        } else {
            var why = remark(key, ".log");
            KeptFile.move(log.path(), why);
            note.accept("no start-up cache: its run " + PreparationRun.failed(exitCode) + ", see " + why);
        }
        throw new NotTrained();
    }

    /** Each build of a target leaves one behind. */
    private void removeUnused() throws InterruptedException {
        try {
            new CacheUse(cache, KIND)
                    .removeUnusedSince(run.clock().now().minus(TargetPreparation.START_UP_CACHES_KEPT));
        } catch (IOException e) {
            // They take room and do no harm; doctor reports the reason.
        }
    }

    private Path remark(CachePart part, String ending) {
        return remark(part.name().substring(KIND.length() + 1), ending);
    }

    /** A note about a cache that could not be made, next to its place. */
    private Path remark(String key, String ending) {
        return cache.directory(KIND).resolve(key + ending);
    }
}
