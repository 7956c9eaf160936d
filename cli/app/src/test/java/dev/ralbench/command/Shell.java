package dev.ralbench.command;

import dev.ralbench.report.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Runs command lines as a shell would, with both streams caught. */
final class Shell {
    /** What a command left behind. */
    record Outcome(int exit, String out, String err) {}

    private final Map<String, String> environment;

    Shell(Map<String, String> environment) {
        this.environment = environment;
    }

    static Outcome run(String... args) {
        return new Shell(Map.of()).execute(args);
    }

    /** What it prints is thrown away. */
    static Console console() {
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        return new Console(nowhere, nowhere, Terminal.none(), Map.of());
    }

    Outcome execute(String... args) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Terminal.none(),
                environment);
        int exit = Main.execute(console, args);
        return new Outcome(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
