package dev.ralbench.service;

import dev.ralbench.Failure;
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
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Caches that shorten the start of targets' JVMs; one for all variants of one jar and one list of flags. */
final class StartUpCaches {
    private static final String KIND = TargetPreparation.START_UP_CACHES;
    private static final String FILE = "cache.aot";
    /** HotSpot's words, with the mode that makes a cache obligatory. */
    private static final Pattern REJECTED =
            Pattern.compile("Unable to use (AOT cache|shared archive)|processing the AOT cache");

    /** HotSpot's words on a flag that it does not have. */
    private static final String UNKNOWN_FLAG = "Unrecognized VM option";

    private final PreparationRun run;
    private final UserCache cache;
    private final CacheParts parts;
    private final Consumer<String> note;
    private final Set<String> madeAgain = new HashSet<>(); // guarded by this
    /** By name of the part. */
    private final Map<String, ReentrantLock> making = new ConcurrentHashMap<>();

    private final Map<String, CachePart> handedOut = new ConcurrentHashMap<>();

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
        if (!target.program().learnsByCommand()) {
            return Optional.empty();
        }
        var part = part(target, (TargetProgram.Training.ByCommand)
                target.program().training().orElseThrow());
        if (parts.find(part).isEmpty() && (Files.exists(remark(part, ".none")) || isFirstRunOf(part))) {
            return Optional.empty();
        }
        return made(part);
    }

    /** See {@link TargetPreparation#cacheMadeUnderLoad}. */
    Optional<Path> underLoad(TargetDefinition.Launched target, TrainingLoad load) throws InterruptedException {
        if (!target.program().learnsUnderLoad()) {
            return Optional.empty();
        }
        var part = part(
                target,
                (TargetProgram.Training.UnderLoad) target.program().training().orElseThrow(),
                load);
        var lock = making.computeIfAbsent(part.name(), name -> new ReentrantLock());
        lock.lockInterruptibly(); // two variants may be of the same build
        try {
            return Files.exists(remark(part, ".none")) ? Optional.empty() : made(part);
        } finally {
            lock.unlock();
        }
    }

    private Optional<Path> made(CachePart part) throws InterruptedException {
        try {
            var place = parts.get(part);
            CacheUse.note(place, run.clock().now());
            handedOut.put(part.name(), part);
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
        var used = handedOut.values().stream()
                .filter(part -> target.startsFrom(cache.root().resolve(part.name())))
                .findFirst();
        if (used.isEmpty()) {
            return false;
        }
        var part = used.get();
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

    private CachePart part(TargetDefinition.Launched target, TargetProgram.Training.ByCommand training) {
        var key = KeptFile.key(training.command().command(), training.jvmFlags(), run.identity(training.jar()));
        return part(target, key, directory -> train(target, training, directory, key));
    }

    private CachePart part(
            TargetDefinition.Launched target, TargetProgram.Training.UnderLoad training, TrainingLoad load) {
        var key = KeptFile.key(
                target.program().command().command(),
                training.jvmFlags(),
                new TreeMap<>(target.environment()).toString(),
                load.words(),
                run.identity(training.jar()));
        return part(target, key, directory -> train(target, load, directory, key));
    }

    private static CachePart part(TargetDefinition.Launched target, String key, CachePart.PartMaker maker) {
        return new CachePart(
                KIND + "/" + key,
                "the start-up cache of " + target.title(),
                "making the start-up cache of " + target.title(),
                directory -> Files.isRegularFile(directory.resolve(FILE)),
                maker);
    }

    private void train(
            TargetDefinition.Launched target, TargetProgram.Training.ByCommand training, Path directory, String key)
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
        if (log.tail().contains(UNKNOWN_FLAG)) {
            noteTooOld(key);
        } else {
            var why = remark(key, ".log");
            KeptFile.move(log.path(), why);
            note.accept("no start-up cache: its run " + PreparationRun.failed(exitCode) + ", see " + why);
        }
        throw new NotTrained();
    }

    private void train(TargetDefinition.Launched target, TrainingLoad load, Path directory, String key)
            throws InterruptedException {
        removeUnused();
        note.accept("making the start-up cache of " + target.title() + " under load (once per build) ...");
        var made = directory.resolve(FILE);
        try {
            load.put(target.making(made));
            if (Files.exists(made)) {
                return;
            }
            note.accept("no start-up cache: " + target.title() + " wrote none when it ended");
        } catch (Failure failure) {
            if (failure.why().contains(UNKNOWN_FLAG)) {
                noteTooOld(key);
            } else {
                note.accept("no start-up cache: " + failure.what());
            }
        }
        throw new NotTrained();
    }

    private void noteTooOld(String key) {
        note.accept("no start-up cache: JVMs before 25 have none");
        KeptFile.write(remark(key, ".none"), "");
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
