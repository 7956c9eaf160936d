package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A checkout of its own with the launcher script, whose directory has a space in its name, and ways to start it. */
abstract class LauncherCheckout {
    static final Path REPOSITORY = Repository.ROOT;
    static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    @TempDir
    Path directory;

    Path home;

    record LauncherResult(int exit, String out, String err) {}

    @BeforeEach
    void copyTheLauncher() throws IOException {
        home = Files.createDirectories(directory.resolve("a checkout"));
        Files.copy(REPOSITORY.resolve("ralbench"), home.resolve("ralbench"));
    }

    void addTheBuild() throws IOException {
        var target = Files.createDirectories(home.resolve("cli/app/target"));
        Files.createSymbolicLink(target.resolve("lib"), REPOSITORY.resolve("cli/app/target/lib"));
        Files.copy(REPOSITORY.resolve("cli/app/target/ralbench.jar"), target.resolve("ralbench.jar"));
    }

    Path jdk(String version) throws IOException {
        var jdk = Files.createDirectories(directory.resolve("jdk-" + version));
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        var java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\ncase \"$*\" in *' -version') exit 0 ;; esac\necho \"java $*\"\nexit 42\n");
        assertThat(java.toFile().setExecutable(true, false)).isTrue();
        return jdk;
    }

    /** A directory for the PATH with what every system has, and these. */
    Path tools(String... more) throws IOException {
        var tools = Files.createDirectories(directory.resolve("tools"));
        var all = new ArrayList<>(List.of(
                "dirname", "readlink", "sed", "find", "head", "mkdir", "tail", "mv", "ls", "id", "rm", "cat", "sleep"));
        all.addAll(List.of(more));
        for (var tool : all) {
            // no links: JUnit warns of each that it deletes
            var script = Files.writeString(tools.resolve(tool), "#!/bin/sh\nexec /usr/bin/" + tool + " \"$@\"\n");
            assertThat(script.toFile().setExecutable(true, false)).isTrue();
        }
        return tools;
    }

    /** It builds an empty jar, where a directory for that is there. */
    static void addMaven(Path tools) throws IOException {
        var mvn = Files.writeString(tools.resolve("mvn"), "#!/bin/sh\n: >cli/app/target/ralbench.jar\n");
        assertThat(mvn.toFile().setExecutable(true, false)).isTrue();
    }

    /** Who runs the tests must not write there; as root that is everybody else. */
    LauncherResult launchWhereThisCannotBeWritten(Path place, Map<String, String> environment) throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        boolean isDirectory = Files.isDirectory(place);
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString(isDirectory ? "r-xr-xr-x" : "r--r--r--"));
        var command = new ArrayList<String>();
        if (isRoot) {
            command.addAll(List.of("/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        }
        command.addAll(List.of("/bin/sh", home.resolve("ralbench").toString(), "list"));
        try {
            return launch(environment, command);
        } finally {
            Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    LauncherResult launch(Map<String, String> environment, Path script, String... args) throws Exception {
        var command = new ArrayList<>(List.of("/bin/sh", script.toString()));
        command.addAll(List.of(args));
        return launch(environment, command);
    }

    LauncherResult launch(Map<String, String> environment, List<String> command) throws Exception {
        var builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().remove("JAVA_HOME");
        builder.environment().putAll(environment);
        var out = directory.resolve("out.txt").toFile();
        var err = directory.resolve("err.txt").toFile();
        var process = builder.redirectOutput(out).redirectError(err).start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue(); // it may make a start-up cache
        return new LauncherResult(
                process.exitValue(),
                Files.readString(out.toPath(), StandardCharsets.UTF_8),
                Files.readString(err.toPath(), StandardCharsets.UTF_8));
    }

    LauncherResult launch(Map<String, String> environment, String... args) throws Exception {
        return launch(environment, home.resolve("ralbench"), args);
    }

    String told() {
        try {
            var err = directory.resolve("err.txt");
            return Files.exists(err) ? Files.readString(err) : "";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
