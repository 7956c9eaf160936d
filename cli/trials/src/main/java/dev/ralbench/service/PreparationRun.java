package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.Sha256;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Runs a target's one-time work, before the first trial, to its end. */
record PreparationRun(ServiceStarter starter, Clock clock) {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** The command as it is run. */
    String line(CommandTemplate command, Map<String, String> placeholders) {
        var all = new HashMap<>(placeholders);
        all.put("java", starter.executable(Program.JAVA));
        return starter.temporary().map(command::withTemporary).orElse(command).expand(all);
    }

    /** Runs a line and returns its exit code; empty if it takes longer than two minutes. */
    OptionalInt toEnd(String title, String line, List<ServiceSpec.Directory> mounts, LogFile log)
            throws InterruptedException {
        return toEnd(title, Program.JAVA, line, mounts, log);
    }

    /** Runs a line for the given program and returns its exit code; empty if that takes longer than two minutes. */
    OptionalInt toEnd(String title, Program program, String line, List<ServiceSpec.Directory> mounts, LogFile log)
            throws InterruptedException {
        var spec = new ServiceSpec(title, program, new ShellCommand(line).arguments(), Map.of(), mounts, log);
        return new Completion(clock, LIMIT).exitCode(starter.start(spec));
    }

    /** How a run ended that did not end well, in words. */
    static String failed(OptionalInt exitCode) {
        return exitCode.isPresent()
                ? "ended with exit code " + exitCode.getAsInt()
                : "did not end within " + LIMIT.toSeconds() + " s";
    }

    /**
     * The content of a jar, its libraries and the JVM that runs it, wherever the jar lies. Times are in it because a JVM
     * rejects a start-up cache whose jars have other ones; the build of a target sets that of its jar.
     */
    String identity(Path jar) {
        var text = new StringBuilder(starter.identity(Program.JAVA));
        var directory = directoryOf(jar);
        try (var files = Files.walk(directory, 2)) {
            text.append('\n').append(Sha256.of(jar));
            files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .forEach(file -> text.append('\n')
                            .append(directory.relativize(file))
                            .append(' ')
                            .append(file.toFile().length())
                            .append(' ')
                            .append(file.toFile().lastModified()));
        } catch (IOException e) {
            throw Failure.environment(
                            "the directory of " + jar + " cannot be read", String.valueOf(e.getMessage()), "rebuild it")
                    .causedBy(e);
        }
        return text.toString();
    }

    static Path directoryOf(Path file) {
        return Optional.ofNullable(file.toAbsolutePath().getParent()).orElseThrow();
    }
}
