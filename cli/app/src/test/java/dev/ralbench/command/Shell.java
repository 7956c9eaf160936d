package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.page.Terminal;
import dev.ralbench.process.UserCache;
import dev.ralbench.testing.ItCache;
import dev.ralbench.trial.calibration.Calibration;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Runs command lines as a shell would, with both streams caught. What the generator could send is taken as known, but where
 * a test asks for the calibration.
 */
final class Shell {
    /** What a command left behind. */
    record CommandResult(int exit, String out, String err) {}

    private final Map<String, String> environment;
    private final Calibration calibration;
    private final Terminal terminal;

    /** @param environment next to the tests' own cache, where it names no other */
    Shell(Map<String, String> environment) {
        this(environment, Uncalibrated.CEILING, Terminal.none());
    }

    private Shell(Map<String, String> environment, Calibration calibration, Terminal terminal) {
        this.environment = new HashMap<>(ItCache.ENVIRONMENT);
        this.environment.putAll(environment);
        this.calibration = calibration;
        this.terminal = terminal;
    }

    /** With the calibration that users have, but without its memory. */
    static Shell calibrating() {
        return new Shell(Map.of(), Calibration.measured(Clock.system()), Terminal.none());
    }

    /** With the calibration that users have, and its memory in this cache. */
    static Shell remembering(UserCache cache) {
        return new Shell(Map.of(), Calibration.remembering(cache, Clock.system()), Terminal.none());
    }

    /** A pipe again, but told to be that wide. */
    static Shell ofColumns(int columns) {
        return new Shell(Map.of(), Uncalibrated.CEILING, new Terminal(false, false, columns));
    }

    /** Both streams on a terminal of that width. */
    static Shell onTerminal(int columns, Map<String, String> environment) {
        return new Shell(environment, Uncalibrated.CEILING, new Terminal(true, true, columns));
    }

    static CommandResult run(String... args) {
        return new Shell(Map.of()).execute(args);
    }

    /** What it prints is thrown away. */
    static Console console() {
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        return new Console(nowhere, nowhere, Terminal.none(), Map.of());
    }

    CommandResult execute(String... args) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminal,
                Map.copyOf(environment));
        int exit = Main.execute(console, calibration, args);
        return new CommandResult(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
