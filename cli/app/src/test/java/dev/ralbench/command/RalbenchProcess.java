package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** ralbench as a process of its own, which can be sent signals, {@link Uncalibrated} as a rule; killed when closed. */
record RalbenchProcess(Process process, Path err) implements AutoCloseable {
    /** Of its JVM. */
    static final List<String> FLAGS = List.of(
            // Runs of seconds: the second compiler and a parallel collector would take more time than they gain.
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Dralbench.home=" + Repository.ROOT,
            "-Djava.library.path=" + Repository.ROOT.resolve("cli/app/target/lib/META-INF/native"));

    /**
     * Starts it, as a program in the foreground.
     *
     * @param directory for what it prints: out.txt and err.txt
     */
    static RalbenchProcess start(Path directory, Map<String, String> environment, List<String> args)
            throws IOException {
        return start(directory, Path.of(""), List.of(), SharedClasses.options(), Uncalibrated.class, environment, args);
    }

    /** The same in that directory, so that its results go there. */
    static RalbenchProcess startIn(Path directory, Map<String, String> environment, List<String> args)
            throws IOException {
        return startIn(directory, List.of(), Uncalibrated.class, environment, args);
    }

    /**
     * The same behind other words.
     *
     * @param prefix words that start what comes behind them, and become it
     * @param program {@link Main} or {@link Uncalibrated}
     */
    static RalbenchProcess startIn(
            Path directory, List<String> prefix, Class<?> program, Map<String, String> environment, List<String> args)
            throws IOException {
        return start(directory, directory, prefix, SharedClasses.options(), program, environment, args);
    }

    /** The same of another build: classes of that place come before its own. */
    static RalbenchProcess startOther(Path directory, Path place, List<String> args) throws IOException {
        return start(directory, directory, List.of(), SharedClasses.behind(place), Uncalibrated.class, Map.of(), args);
    }

    private static RalbenchProcess start(
            Path directory,
            Path workingDirectory,
            List<String> prefix,
            List<String> classes,
            Class<?> program,
            Map<String, String> environment,
            List<String> args)
            throws IOException {
        var command = new ArrayList<>(prefix);
        command.addAll(List.of(
                "env",
                "--default-signal", // a shell's background job would inherit that SIGINT is ignored
                Starters.JAVA.toString()));
        command.addAll(FLAGS);
        command.addAll(classes);
        command.add(program.getName());
        command.addAll(args);
        var out = directory.resolve("out.txt");
        var err = directory.resolve("err.txt");
        var builder = new ProcessBuilder(command)
                .directory(workingDirectory.toAbsolutePath().toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("CI", "true"); // lines of progress instead of a display
        builder.environment().put("RALBENCH_PROGRESS_SECONDS", "0"); // and all there are, to see each stage begin
        builder.environment().putAll(ItCache.ENVIRONMENT);
        builder.environment().putAll(environment);
        return new RalbenchProcess(builder.start(), err);
    }

    long pid() {
        return process.pid();
    }

    /** Waits until it has told of its progress so. */
    void awaitProgress(String part, Duration atMost) {
        await(() -> told().contains(part), atMost);
    }

    /** Waits until it is so far; fails at once if it ends before that. */
    void await(BooleanSupplier isReached, Duration atMost) {
        Eventually.within(atMost, () -> {
            assertThat(process.isAlive()).as("%s", told()).isTrue();
            return isReached.getAsBoolean();
        });
    }

    void signal(String name) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + name, String.valueOf(pid()))
                .start()
                .waitFor();
        assertThat(exit).isZero();
    }

    /** Its exit code; an error that shows what all of its threads do when it has none after so long. */
    int awaitEnd(Duration atMost) throws IOException, InterruptedException {
        if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("still there, having told " + told() + "\n" + threads());
        }
        return process.exitValue();
    }

    /** What it has written to standard error. */
    String told() {
        try {
            return Files.exists(err) ? Files.readString(err) : "";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private String threads() throws IOException {
        var jcmd = Starters.JAVA.resolveSibling("jcmd").toString();
        var dump = new ProcessBuilder(jcmd, String.valueOf(pid()), "Thread.print")
                .redirectErrorStream(true)
                .start();
        return new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
