package dev.ralbench.target;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.UserCache;
import dev.ralbench.process.Completion;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.ShellCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What is made once for a target and kept: values measured on this machine, and the cache that shortens the start of
 * its JVM. Keys of the cache folder hold everything that the outcome depends on.
 */
public final class TargetPreparation {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final ServiceStarter starter;
    private final UserCache cache;
    private final Clock clock;
    private final Consumer<String> note;

    /** @param note is told of what takes more than a moment */
    public TargetPreparation(ServiceStarter starter, UserCache cache, Clock clock, Consumer<String> note) {
        this.starter = starter;
        this.cache = cache;
        this.clock = clock;
        this.note = note;
    }

    /**
     * The outcome of a calibration, measured now unless it was before.
     *
     * @param jar of the target; another one is measured anew
     */
    String calibrated(Calibration calibration, Path jar) throws InterruptedException {
        var key = KeptFile.key(calibration.command().command(), calibration.wanted(), identity(jar), cpu());
        var kept = cache.folder("calibrations").resolve(calibration.option() + "-" + key);
        var known = KeptFile.read(kept);
        if (known.isPresent()) {
            return known.get();
        }
        note.accept("calibrating " + calibration.option() + " = " + calibration.wanted() + " (once) ...");
        var log = new LogFile(kept.resolveSibling(kept.getFileName() + "." + KeptFile.owner() + ".log"));
        run("the calibration of " + calibration.option(), command(calibration), List.of(folderOf(jar)), log);
        var outcome =
                log.tail().lines().reduce((first, second) -> second).orElse("").strip();
        if (!outcome.matches("[A-Za-z0-9.]+")) {
            throw Failure.environment(
                    "the calibration of " + calibration.option() + " printed no value",
                    log.tailForMessage(),
                    "run it by hand: " + command(calibration));
        }
        KeptFile.write(kept, outcome);
        KeptFile.delete(log.path());
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
        var key = KeptFile.key(training.command().command(), training.jvmFlags(), identity(training.jar()));
        var kept = cache.folder("aot").resolve(key + ".aot");
        if (Files.exists(kept)) {
            return Optional.of(kept);
        }
        var impossible = kept.resolveSibling(key + ".none");
        if (Files.exists(impossible)) {
            return Optional.empty();
        }
        note.accept("making the start-up cache of " + target.title() + " (once) ...");
        var made = kept.resolveSibling(key + "." + KeptFile.owner() + ".new");
        var log = new LogFile(made.resolveSibling(key + ".log"));
        var command = training.command()
                .expand(Map.of("java", starter.executable(Program.JAVA), "aotCache", made.toString()));
        int exitCode = runToEnd(
                "the training run of " + target.title(),
                command,
                List.of(
                        ServiceSpec.Folder.readOnly(folderOf(training.jar())),
                        ServiceSpec.Folder.writable(cache.folder("aot"))),
                log);
        if (exitCode != 0 || !Files.exists(made)) {
            KeptFile.delete(made);
            if (log.tail().contains("Unrecognized VM option")) {
                note.accept("no start-up cache: JVMs before 25 have none");
                KeptFile.write(impossible, "");
            } else {
                note.accept("no start-up cache: its run ended with exit code " + exitCode + ", see " + log.path());
            }
            return Optional.empty();
        }
        KeptFile.move(made, kept);
        KeptFile.delete(log.path());
        return Optional.of(kept);
    }

    private void run(String title, String command, List<Path> folders, LogFile log) throws InterruptedException {
        int exitCode = runToEnd(
                title,
                command,
                folders.stream().map(ServiceSpec.Folder::readOnly).toList(),
                log);
        if (exitCode != 0) {
            throw Failure.environment(
                    title + " failed with exit code " + exitCode, log.tailForMessage(), "run it by hand: " + command);
        }
    }

    private int runToEnd(String title, String command, List<ServiceSpec.Folder> folders, LogFile log)
            throws InterruptedException {
        var spec = new ServiceSpec(title, Program.JAVA, new ShellCommand(command).arguments(), Map.of(), folders, log);
        return new Completion(clock, LIMIT).await(starter.start(spec));
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

    private static Path folderOf(Path jar) {
        return Optional.ofNullable(jar.toAbsolutePath().getParent()).orElseThrow();
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
