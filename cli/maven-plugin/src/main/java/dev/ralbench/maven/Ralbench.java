package dev.ralbench.maven;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * ralbench as a process of its own: on its JDK, with its libraries.
 *
 * @param jars its class path, its own jar included
 * @param jvmArguments more flags for its JVM
 * @param directory where it runs, and where scenarios' relative paths begin
 * @param scratch a directory for its arguments and unpacked native libraries
 */
record Ralbench(Jdk jdk, List<Path> jars, List<String> jvmArguments, Path directory, Path scratch) {
    private static final String MAIN = "dev.ralbench.command.Main";

    Ralbench {
        jars = List.copyOf(jars);
        jvmArguments = List.copyOf(jvmArguments);
    }

    /**
     * How a command ended.
     *
     * @param out the lines of its standard output
     */
    record Ended(int exit, List<String> out) {
        Ended {
            out = List.copyOf(out);
        }
    }

    /**
     * Runs a command to its end. A Maven that is stopped stops it.
     *
     * @param shown gets each line of its standard output; standard error is that of Maven
     * @throws IOException if it cannot be started
     */
    Ended run(List<String> command, Consumer<String> shown) throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder(line(command)).directory(directory.toFile()).redirectError(Redirect.INHERIT);
        var environment = builder.environment();
        // As the launcher does: ralbench removes its containers itself.
        environment.putIfAbsent("TESTCONTAINERS_RYUK_DISABLED", "true");
        environment.put("TESTCONTAINERS_HOST_OVERRIDE", "127.0.0.1");
        var process = builder.start();
        var end = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(end);
        var out = new ArrayList<String>();
        try (var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                out.add(line);
                shown.accept(line);
            }
        }
        int exit = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        return new Ended(exit, out);
    }

    private List<String> line(List<String> command) throws IOException {
        Files.createDirectories(scratch);
        var line = new ArrayList<String>();
        line.add(jdk.java().toString());
        line.addAll(jdk.flags());
        line.add("-Dio.netty.native.workdir=" + scratch);
        line.addAll(jvmArguments);
        line.add("@" + classPathFile());
        line.add(MAIN);
        line.addAll(command);
        return line;
    }

    /** The class path is longer than a command line may be on some systems. */
    private Path classPathFile() throws IOException {
        var path = jars.stream().map(Path::toString).collect(Collectors.joining(System.getProperty("path.separator")));
        var quoted = path.replace("\\", "\\\\").replace("\"", "\\\"");
        return Files.writeString(scratch.resolve("class-path"), "-cp \"" + quoted + "\"\n");
    }
}
