package dev.ralbench.command;

import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Starters;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The class path of ralbench's JVMs in tests, and an archive of the classes that a run loads: they start from it with a
 * second less of CPU time. It is kept from one build to the next while no jar has changed.
 */
final class SharedClasses {
    private static final Path DIRECTORY = Repository.path("cli", "target", "it-classes");

    private static final String RUN = """
            schema: 1
            name: shared-classes
            request: { path: /work }
            load: { closed: { constant: { users: 2, hold: 200ms } } }
            jvm: -Xmx64m -XX:+UseSerialGC
            variants:
              only: { target: mini, with: { workers: 2, wait: 5ms } }
            """;

    private SharedClasses() {}

    /** JVM options: the class path, and the archive unless another JVM is making it, or none can be made. */
    static synchronized List<String> options() throws IOException {
        var classPath = classPath();
        if (classPath.stream().anyMatch(Files::isDirectory)) { // as an editor has it: no archive takes directories
            return onPath(classPath);
        }
        var archive = DIRECTORY.resolve(key(classPath) + ".jsa");
        if (!Files.exists(archive)) {
            make(archive, classPath);
        }
        var options = new ArrayList<String>();
        if (Files.exists(archive)) {
            options.add("-XX:SharedArchiveFile=" + archive);
        }
        options.addAll(onPath(classPath));
        return options;
    }

    /** The class path behind another place of classes, without the archive, which is not of such a path. */
    static List<String> behind(Path place) {
        return onPath(Stream.concat(Stream.of(place), classPath().stream()).toList());
    }

    private static List<String> onPath(List<Path> classPath) {
        return List.of("-cp", classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    }

    /** That of these tests, with the jar of the test classes in place of their directory. */
    private static List<Path> classPath() {
        var ofTests = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(ofTests.split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .map(SharedClasses::asJar)
                .toList();
    }

    private static Path asJar(Path entry) {
        var jar = entry.resolveSibling("ralbench-tests.jar");
        return entry.endsWith("app/target/test-classes") && Files.exists(jar) ? jar : entry;
    }

    /** A JVM refuses an archive of jars with other sizes or times, and says so on standard output. */
    private static String key(List<Path> classPath) throws IOException {
        var jars = new StringBuilder(System.getProperty("java.vm.version"));
        for (var jar : classPath) {
            jars.append('\n').append(jar);
            if (Files.exists(jar)) {
                jars.append(' ').append(Files.size(jar)).append(' ').append(Files.getLastModifiedTime(jar));
            }
        }
        return UUID.nameUUIDFromBytes(jars.toString().getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static void make(Path archive, List<Path> classPath) throws IOException {
        Files.createDirectories(DIRECTORY);
        try (var channel = FileChannel.open(
                        DIRECTORY.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.tryLock()) {
            if (lock == null || Files.exists(archive)) {
                return;
            }
            removeOld();
            var work = Files.createDirectory(DIRECTORY.resolve("making"));
            var made = work.resolve("made.jsa");
            var command = new ArrayList<>(List.of(Starters.JAVA.toString()));
            command.addAll(RalbenchProcess.FLAGS);
            command.add("-XX:ArchiveClassesAtExit=" + made);
            command.addAll(onPath(classPath));
            command.addAll(List.of(Uncalibrated.class.getName(), "run", "run.yaml", "--runtime", "process"));
            Files.writeString(work.resolve("run.yaml"), RUN);
            var builder = new ProcessBuilder(command)
                    .directory(work.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(work.resolve("out.txt").toFile());
            builder.environment().putAll(ItCache.ENVIRONMENT);
            if (builder.start().waitFor() == 0 && Files.exists(made)) {
                Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Of other jars, and what a killed build has left. */
    private static void removeOld() throws IOException {
        try (var files = Files.walk(DIRECTORY)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(DIRECTORY) && !file.equals(DIRECTORY.resolve("lock"))) {
                    Files.delete(file);
                }
            }
        }
    }
}
