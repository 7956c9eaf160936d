package dev.ralbench.target;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.UserCache;
import dev.ralbench.process.Completion;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Program;
import dev.ralbench.process.RunFolders;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.ShellCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is made once for a target and kept: values measured on this machine, and the cache that shortens the start of
 * its JVM. Keys of the cache folder hold everything that the outcome depends on.
 */
public final class TargetPreparation {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** In the file {@code release} that every JDK has at its top. */
    private static final Pattern JAVA_VERSION = Pattern.compile("JAVA_RUNTIME_VERSION=\"(.*)\"");

    private final ServiceStarter starter;
    private final UserCache cache;
    private final RunFolders folders;
    private final Clock clock;
    private final Consumer<String> note;

    /**
     * @param folders for what is not whole yet: two ralbenches may make the same thing at once
     * @param note is told of what takes more than a moment
     */
    public TargetPreparation(
            ServiceStarter starter, UserCache cache, RunFolders folders, Clock clock, Consumer<String> note) {
        this.starter = starter;
        this.cache = cache;
        this.folders = folders;
        this.clock = clock;
        this.note = note;
    }

    /**
     * The outcome of a calibration, measured now unless it was before.
     *
     * @param jar of the target; another one is measured anew
     */
    String calibrated(Calibration calibration, Path jar) throws InterruptedException {
        var key = KeptFile.key(
                calibration.command().command(), calibration.wanted(), jar.toString(), identity(jar), cpu());
        var kept = cache.folder("calibrations").resolve(calibration.option() + "-" + key);
        var known = KeptFile.read(kept);
        if (known.isPresent()) {
            return known.get();
        }
        note.accept("calibrating " + calibration.option() + " = " + calibration.wanted() + " (once) ...");
        var work = folders.make("calibration");
        try {
            var outcome = measured(calibration, jar, new LogFile(work.resolve("calibration.log")));
            KeptFile.write(kept, outcome);
            return outcome;
        } finally {
            KeptFile.deleteFolder(work);
        }
    }

    private String measured(Calibration calibration, Path jar, LogFile log) throws InterruptedException {
        var title = "the calibration of " + calibration.option();
        var command = command(calibration);
        var exitCode = runToEnd(title, command, List.of(ServiceSpec.Folder.readOnly(folderOf(jar))), log);
        if (exitCode.isEmpty() || exitCode.getAsInt() != 0) {
            throw Failure.environment(
                    title + " " + failed(exitCode), log.tailForMessage(), "run it by hand: " + command);
        }
        var outcome =
                log.tail().lines().reduce((first, second) -> second).orElse("").strip();
        if (!outcome.matches("[A-Za-z0-9.]+")) {
            throw Failure.environment(title + " printed no value", log.tailForMessage(), "run it by hand: " + command);
        }
        return outcome;
    }

    private String command(Calibration calibration) {
        return calibration
                .command()
                .expand(Map.of("java", starter.executable(Program.JAVA), "value", calibration.wanted()));
    }

    /**
     * The cache of a target's JVM, made now unless it was before; the same for all variants of one jar and one list of
     * flags.
     *
     * @return empty where the target says nothing of one, or its JVM cannot make it
     */
    public Optional<Path> aotCache(TargetDefinition.Launched target) throws InterruptedException {
        if (target.training().isEmpty()) {
            return Optional.empty();
        }
        var training = target.training().get();
        var key = KeptFile.key(
                training.command().command(),
                training.jvmFlags(),
                training.jar().toString(),
                identity(training.jar()));
        var kept = cache.folder("aot").resolve(key + ".aot");
        if (Files.exists(kept)) {
            return Optional.of(kept);
        }
        var impossible = kept.resolveSibling(key + ".none");
        if (Files.exists(impossible)) {
            return Optional.empty();
        }
        note.accept("making the start-up cache of " + target.title() + " (once) ...");
        var work = folders.make("aot");
        try {
            var log = new LogFile(work.resolve("training.log"));
            var made = work.resolve("made.aot");
            var exitCode = train(target, training, made, log);
            if (exitCode.orElse(1) == 0 && Files.exists(made)) {
                KeptFile.move(made, kept);
                return Optional.of(kept);
            }
            if (log.tail().contains("Unrecognized VM option")) {
                note.accept("no start-up cache: JVMs before 25 have none");
                KeptFile.write(impossible, "");
            } else {
                var why = kept.resolveSibling(key + ".log");
                KeptFile.move(log.path(), why);
                note.accept("no start-up cache: its run " + failed(exitCode) + ", see " + why);
            }
            return Optional.empty();
        } finally {
            KeptFile.deleteFolder(work);
        }
    }

    private OptionalInt train(
            TargetDefinition.Launched target, TargetDefinition.Training training, Path made, LogFile log)
            throws InterruptedException {
        var words = Map.of("java", starter.executable(Program.JAVA), "aotCache", made.toString());
        return runToEnd(
                "the training run of " + target.title(),
                training.command().expand(words),
                List.of(
                        ServiceSpec.Folder.readOnly(folderOf(training.jar())),
                        ServiceSpec.Folder.writable(folderOf(made))),
                log);
    }

    private OptionalInt runToEnd(String title, String command, List<ServiceSpec.Folder> mounts, LogFile log)
            throws InterruptedException {
        var spec = new ServiceSpec(title, Program.JAVA, new ShellCommand(command).arguments(), Map.of(), mounts, log);
        return new Completion(clock, LIMIT).exitCode(starter.start(spec));
    }

    /** What tells an image from another one of its name; see {@link ServiceStarter#imageFacts}. */
    public Map<String, String> imageFacts(String image) {
        return starter.imageFacts(image);
    }

    /** The version of the JVM that targets are started with; of one in an image what identifies the image. */
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

    private static String failed(OptionalInt exitCode) {
        return exitCode.isPresent()
                ? "ended with exit code " + exitCode.getAsInt()
                : "did not end within " + LIMIT.toSeconds() + " s";
    }

    /** A jar, its libraries and the JVM that runs it: another build of any of them is another target. */
    private String identity(Path jar) {
        var text = new StringBuilder(starter.identity(Program.JAVA));
        try (var files = Files.walk(folderOf(jar), 2)) {
            files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .forEach(file -> text.append('\n')
                            .append(file)
                            .append(' ')
                            .append(file.toFile().length())
                            .append(' ')
                            .append(file.toFile().lastModified()));
        } catch (IOException e) {
            throw Failure.environment(
                            "the folder of " + jar + " cannot be read", String.valueOf(e.getMessage()), "build it anew")
                    .causedBy(e);
        }
        return text.toString();
    }

    private static Path folderOf(Path file) {
        return Optional.ofNullable(file.toAbsolutePath().getParent()).orElseThrow();
    }

    private static String cpu() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
