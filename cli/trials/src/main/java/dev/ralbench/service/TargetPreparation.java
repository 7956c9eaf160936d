package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.ResourceLimits;
import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.process.InstalledNode;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Program;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Made once for a target and kept: values measured on this machine, and the cache that shortens its JVM's start. Keys
 * of the cache directory hold everything that the result depends on.
 */
public final class TargetPreparation {
    /** Directory of the cache for start-up caches of targets. */
    public static final String START_UP_CACHES = "aot";
    /** How long a start-up cache is kept that no run uses. */
    public static final Duration START_UP_CACHES_KEPT = Duration.ofDays(7);

    /** The file of a calibration. */
    private static final String OUTCOME = "outcome";
    /** The line in the file {@code release} at the top of every JDK. */
    private static final Pattern JAVA_VERSION = Pattern.compile("JAVA_RUNTIME_VERSION=\"(.*)\"");

    /**
     * The package manager of Node.js.
     *
     * @param name its name for the starter: a path, or a name
     */
    public record Npm(ServiceStarter starter, String name) {}

    private final ServiceStarter starter;
    private final PreparationRun run;
    private final CacheParts parts;
    private final StartUpCaches startUpCaches;
    private final NodeLibraries nodeLibraries;
    private final Consumer<String> note;

    /**
     * @param npm starts it, and says how it is called there
     * @param directories for unfinished files: two ralbenches may make the same thing at once
     * @param note receives messages on long work and on damaged parts
     */
    public TargetPreparation(
            ServiceStarter starter,
            Npm npm,
            UserCache cache,
            RunDirectories directories,
            Clock clock,
            Consumer<String> note) {
        this.starter = starter;
        this.run = new PreparationRun(starter, clock);
        this.parts = new CacheParts(cache, directories, note);
        this.startUpCaches = new StartUpCaches(run, cache, parts, note);
        this.nodeLibraries =
                new NodeLibraries(new PreparationRun(npm.starter(), clock), npm.name(), cache, parts, note);
        this.note = note;
    }

    /** Start-up caches of earlier versions of ralbench, which no run uses any more. */
    public static List<Path> outdated(UserCache cache) throws IOException {
        return StartUpCaches.outdated(cache);
    }

    /**
     * The result of a calibration, measured now unless it was before with the same flags.
     *
     * @param jar of the target; another one is measured again
     */
    String calibrated(OptionCalibration calibration, Path jar) throws InterruptedException {
        var key = KeptFile.key(
                calibration.command().command(),
                calibration.jvmFlags(),
                calibration.wanted(),
                run.identity(jar),
                CpuModel.ofThisMachine());
        var title = "calibration of " + calibration.option() + " = " + calibration.wanted();
        var place = parts.get(new CachePart(
                "calibrations/" + calibration.option() + "-" + key,
                "the " + title,
                title,
                directory -> Files.isRegularFile(directory.resolve(OUTCOME)),
                directory -> measure(calibration, jar, directory)));
        try {
            return Files.readString(place.resolve(OUTCOME));
        } catch (IOException e) {
            throw Failure.environment("the " + title + " cannot be read", String.valueOf(e), "give rights in " + place)
                    .causedBy(e);
        }
    }

    private void measure(OptionCalibration calibration, Path jar, Path directory)
            throws IOException, InterruptedException {
        note.accept("calibrating " + calibration.option() + " = " + calibration.wanted() + " (once) ...");
        var log = new LogFile(directory.resolve("calibration.log"));
        Files.writeString(directory.resolve(OUTCOME), measured(calibration, jar, log));
        Files.deleteIfExists(log.path());
    }

    private String measured(OptionCalibration calibration, Path jar, LogFile log) throws InterruptedException {
        var title = "the calibration of " + calibration.option();
        var line = run.line(calibration.command(), Map.of("value", calibration.wanted()));
        var exitCode =
                run.toEnd(title, line, List.of(ServiceSpec.Directory.readOnly(PreparationRun.directoryOf(jar))), log);
        if (exitCode.isEmpty() || exitCode.getAsInt() != 0) {
            throw Failure.environment(
                    title + " " + PreparationRun.failed(exitCode), log.endingForMessage(), "run it by hand: " + line);
        }
        // A JVM may print more at its end, for example with -Xlog:gc*.
        return log.tail()
                .lines()
                .map(String::strip)
                .filter(text -> text.matches("[A-Za-z0-9.]+"))
                .reduce((first, second) -> second)
                .orElseThrow(() -> Failure.environment(
                        title + " printed no value", log.endingForMessage(), "run it by hand: " + line));
    }

    /**
     * The cache of a target's JVM, made now unless it was before; the same for all variants of one jar and one list of
     * flags. The first run goes without: to make a cache takes longer than a few starts from it save.
     *
     * @return empty in the first run, or if the target has no cache or its JVM cannot make it
     */
    public Optional<Path> aotCache(TargetDefinition.Launched target) throws InterruptedException {
        return startUpCaches.get(target);
    }

    /**
     * The cache of the JVM of a service of the user's own, made now unless it was before for the same jar, command, flags
     * and variables.
     *
     * @return empty if no JVM starts it from a jar, or if that JVM cannot make one; the reason is noted
     */
    public Optional<Path> cacheMadeUnderLoad(TargetDefinition.Launched target, TrainingLoad load)
            throws InterruptedException {
        return startUpCaches.underLoad(target, load);
    }

    /**
     * Makes the cache that a target starts from again, at the same place, if its JVM rejected it or it is damaged; once
     * for each cache. May be called by several threads at once.
     *
     * @param log of the start that failed
     * @return whether another start is worth trying
     */
    public boolean isCacheMadeAgain(TargetDefinition target, Path log) throws InterruptedException {
        return target instanceof TargetDefinition.Launched launched
                && !starter.isClosed()
                && startUpCaches.isMadeAgain(launched, new LogFile(log));
    }

    /**
     * Why a target cannot be started here, and how to change that: this machine lacks its runtime, or its libraries
     * cannot be fetched. Fetches them if they are not there yet.
     */
    public Optional<Failure> obstacle(TargetDefinition.Launched target) throws InterruptedException {
        var missing = starter.obstacle(target.program().kind());
        if (missing.isPresent() || target.program().sources().isEmpty()) {
            return missing;
        }
        try {
            withLibraries(target);
            return Optional.empty();
        } catch (Failure failure) {
            return Optional.of(failure);
        }
    }

    /**
     * The target with the libraries of its sources, if Node.js runs it.
     *
     * @throws Failure if there is no Node.js, or they cannot be fetched
     */
    public TargetDefinition.Launched withLibraries(TargetDefinition.Launched target) throws InterruptedException {
        if (target.program().sources().isEmpty()) {
            return target;
        }
        var missing = starter.obstacle(Program.NODE);
        if (missing.isPresent()) {
            throw missing.get();
        }
        return target.withLibraries(
                nodeLibraries.get(target.title(), target.program().sources().get(), nodeMajor()));
    }

    private String nodeMajor() {
        return node().split("\\.", 2)[0];
    }

    /** The version of the Node.js that targets are started with; of one in an image the image's identity. */
    public String node() {
        var executable = Path.of(starter.executable(Program.NODE));
        return executable.isAbsolute() ? InstalledNode.at(executable).version() : starter.identity(Program.NODE);
    }

    /** Makes sure that a target can be held to limits; see {@link ServiceStarter#check}. */
    public void check(ResourceLimits limits) {
        starter.check(limits);
    }

    /** Facts that tell builds of an image apart; see {@link ServiceStarter#imageFacts}. */
    public Map<String, String> imageFacts(String image) {
        return starter.imageFacts(image);
    }

    /** The version of the JVM that targets are started with; of one in an image the image's identity. */
    public String jdk() {
        var release = Path.of(starter.executable(Program.JAVA))
                .resolve("../../release")
                .normalize();
        try (var lines = Files.lines(release)) {
            return lines.map(JAVA_VERSION::matcher)
                    .filter(Matcher::matches)
                    .map(matcher -> matcher.group(1))
                    .findFirst()
                    .orElseGet(() -> starter.identity(Program.JAVA));
        } catch (IOException | UncheckedIOException e) {
            return starter.identity(Program.JAVA);
        }
    }
}
