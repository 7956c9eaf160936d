package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Another user of this machine, without any right of this one: runs the {@link Intruder}. */
final class OtherAccount {
    /** Of no file and no other process, by convention. */
    private static final String NOBODY = "65534";

    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");

    private static final List<String> DRIVERS = List.of("mysql", "postgresql");

    private final Path programs;

    /** @param directory in which everybody can read, for the intruder's program */
    OtherAccount(Path directory) throws Exception {
        this.programs = open(Files.createDirectory(directory.resolve("intruder")));
        var classes = Path.of(codeSource(Intruder.class)).resolve("dev/ralbench/dependency");
        var packaged = Files.createDirectories(programs.resolve("dev/ralbench/dependency"));
        Files.copy(classes.resolve("Intruder.class"), packaged.resolve("Intruder.class"));
        for (var kind : DRIVERS) {
            var driver = DriverManager.getDriver("jdbc:" + kind + "://127.0.0.1/");
            Files.copy(Path.of(codeSource(driver.getClass())), programs.resolve(kind + ".jar"));
        }
        try (var all = Files.walk(programs)) {
            for (var path : all.toList()) {
                open(path);
            }
        }
    }

    /** Skips the test where this user cannot become another one. */
    static void assumePossible() throws IOException, InterruptedException {
        var command = new ArrayList<>(AS_NOBODY);
        command.addAll(List.of(Starters.JAVA.toString(), "--version"));
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        assumeThat(exit)
                .as("nothing was tried: only root can act as another account (setpriv --reuid), with a JDK that all can"
                        + " read; run as root")
                .isZero();
    }

    /** For everybody to read, and a directory to enter. */
    static Path open(Path path) throws IOException {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** What came of each attempt. */
    List<String> tries(List<String> attempts) throws IOException, InterruptedException {
        var command = new ArrayList<>(AS_NOBODY);
        var jars = DRIVERS.stream().map(kind -> ":" + programs.resolve(kind + ".jar"));
        var classPath = programs + jars.collect(Collectors.joining());
        command.addAll(List.of(Starters.JAVA.toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", classPath, Intruder.class.getName()));
        command.addAll(attempts);
        var process = new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var outcomes = process.inputReader().lines().toList();
        assertThat(process.waitFor()).isZero();
        assertThat(outcomes).hasSameSizeAs(attempts);
        return outcomes;
    }

    private static String codeSource(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }
}
