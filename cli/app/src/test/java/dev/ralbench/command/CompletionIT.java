package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.NeedsShells;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scripts of completion, loaded by real shells on a terminal, which get a line and the tabulator key. */
@NeedsShells
class CompletionIT {
    private static final String TAB = "\t";
    private static final String LINE_AWAY = "\u0015";
    private static final Map<String, List<String>> SHELLS = Map.of(
            "bash", List.of("bash --norc --noprofile -i", "bind 'set show-all-if-ambiguous on'; source ./script"),
            "zsh", List.of("zsh -f -i", "autoload -Uz compinit; compinit -u -D; LISTMAX=999; source ./script"),
            "fish", List.of("fish --no-config -i", "source ./script"));

    @TempDir
    private Path directory;

    /** A program that would leave a trace if a key press started it. */
    @BeforeEach
    void filesToCompleteFrom() throws IOException {
        var program = Files.writeString(directory.resolve("ralbench"), "#!/bin/sh\n: >called\n");
        assertThat(program.toFile().setExecutable(true, false)).isTrue();
        Files.writeString(directory.resolve("shop.yaml"), """
                schema: 1
                name: shop
                extends: delay-200
                variants:
                  # not-a-variant: {}
                  own-build:
                    target: { url: "http://127.0.0.1:9" }
                  "quoted": { target: { url: "http://127.0.0.1:9" } }
                profiles:
                  peak-hour: { load.closed.constant.users: 9 }
                """);
        Files.createFile(directory.resolve("result.json"));
        Files.createFile(directory.resolve("notes.txt"));
        Files.createFile(directory.resolve("new-build.jar"));
        Files.createDirectory(directory.resolve("tree"));
    }

    /**
     * What is typed, and what the shell then shows.
     *
     * @param shown words of its answer; one alone is typed to its end
     * @param hidden words that must not be in it
     */
    private record Case(String shell, String line, List<String> shown, List<String> hidden) {
        @Override
        public String toString() {
            return shell + ": " + line;
        }
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var shell : List.of("bash", "zsh", "fish")) {
            cases.addAll(List.of(
                    new Case(shell, "ralbench ", List.of("capacity", "validate", "completion"), List.of("train")),
                    new Case(shell, "./ralbench vali", List.of("./ralbench validate"), List.of()),
                    new Case(shell, "linked vali", List.of("linked validate"), List.of()),
                    new Case(shell, "ralbench gate ", List.of("init", "explain"), List.of("validate")),
                    new Case(shell, "ralbench help sel", List.of("help selftest"), List.of()),
                    new Case(shell, "ralbench run --keep", List.of("--keep-going"), List.of()),
                    new Case(shell, "ralbench gate init --pa", List.of("--pairs"), List.of()),
                    new Case(
                            shell,
                            "ralbench run ",
                            List.of("delay-200", "shop.yaml", "tree"),
                            List.of("notes.txt", "result.json")),
                    new Case(shell, "ralbench up fan-out-n", List.of("fan-out-netty"), List.of()),
                    new Case(
                            shell,
                            "ralbench run --gate ",
                            List.of("slow-start", "nightly", "shop.yaml"),
                            List.of("delay-200", "selftest")),
                    new Case(shell, "ralbench run --gate=slow", List.of("--gate=slow-start"), List.of()),
                    new Case(shell, "ralbench gate explain night", List.of("nightly"), List.of()),
                    new Case(shell, "ralbench run delay-200 --variant cor", List.of("coroutines"), List.of()),
                    new Case(
                            shell,
                            "ralbench run --scenario shop.yaml --variant ",
                            List.of("own-build", "quoted", "coroutines"),
                            List.of("not-a-variant", "peak-hour")),
                    new Case(shell, "ralbench run shop.yaml --variant head=ow", List.of("head=own-build"), List.of()),
                    new Case(shell, "ralbench run --variant head=new", List.of("head=new-build.jar"), List.of()),
                    new Case(shell, "ralbench run shop.yaml --profile pea", List.of("peak-hour"), List.of()),
                    new Case(shell, "ralbench run --sender ", List.of("netty", "vertx"), List.of("notes.txt")),
                    new Case(shell, "ralbench compare --format mark", List.of("markdown"), List.of()),
                    new Case(shell, "ralbench compare res", List.of("result.json"), List.of()),
                    new Case(shell, "ralbench run --directory head=tr", List.of("head=tree"), List.of()),
                    new Case(shell, "ralbench completion zs", List.of("completion zsh"), List.of())));
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theTabulatorCompletes(Case typed) throws Exception {
        var printed = Shell.run("completion", typed.shell());
        assertThat(printed.exit()).as(printed.err()).isZero();
        Files.writeString(directory.resolve("script"), printed.out());
        Files.createSymbolicLink(directory.resolve("linked"), Path.of("ralbench"));
        if (typed.line().startsWith("linked")) { // as a user calls it by another name
            Files.writeString(directory.resolve("script"), printed.out() + alias(typed.shell()));
        }

        try (var terminal = new TypedInto(directory, SHELLS.get(typed.shell()))) {
            var answer = terminal.completed(typed.line(), typed.shown());

            for (var word : typed.hidden()) {
                assertThat(answer).as("all that was shown").doesNotContain(word);
            }
            assertThat(directory.resolve("called")).doesNotExist();
        }
    }

    /** The line that makes another name the same command, by shell. */
    private static String alias(String shell) {
        return switch (shell) {
            case "bash" -> "complete -F _ralbench linked\n";
            case "zsh" -> "compdef linked=ralbench\n";
            default -> "complete -c linked -w ralbench\n";
        };
    }

    /** A shell on a terminal of its own, which {@code script} makes. */
    private static final class TypedInto implements AutoCloseable {
        private static final Pattern CONTROL =
                Pattern.compile("\u001b(?:\\[[0-9;?]*[A-Za-z]|\\][^\u0007]*\u0007|[=>]|[()][B0])");
        private static final Duration PATIENCE = Duration.ofSeconds(30);
        private final Process process;
        private final StringBuilder seen = new StringBuilder();

        TypedInto(Path directory, List<String> shell) throws IOException, InterruptedException {
            var builder = new ProcessBuilder("script", "-qefc", shell.getFirst(), "/dev/null")
                    .directory(directory.toFile())
                    .redirectErrorStream(true);
            var environment = builder.environment();
            // fish lists nothing on a terminal that cannot move its cursor
            environment.put("TERM", shell.getFirst().startsWith("fish") ? "xterm" : "dumb");
            environment.put("PS1", "$ ");
            environment.put("HOME", directory.toString());
            environment.put("PATH", directory + ":" + environment.get("PATH"));
            process = builder.start();
            type("stty rows 60 cols 200; " + shell.getLast() + "; echo rea''dy\n");
            await(List.of("ready"));
        }

        /** All that the shell shows after the key, once it has shown these words. */
        String completed(String line, List<String> words) throws IOException, InterruptedException {
            seen.setLength(0);
            type(line + TAB);
            await(words);
            type(LINE_AWAY + "echo rea''dy\n");
            await(List.of("ready"));
            return shown();
        }

        private String shown() {
            return CONTROL.matcher(seen).replaceAll("");
        }

        private void type(String keys) throws IOException {
            process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        }

        private void await(List<String> words) throws IOException, InterruptedException {
            long end = System.nanoTime() + PATIENCE.toNanos();
            InputStream out = process.getInputStream();
            while (!words.stream().allMatch(shown()::contains)) {
                if (out.available() > 0) {
                    byte[] some = new byte[out.available()];
                    int count = out.read(some);
                    seen.append(new String(some, 0, Math.max(0, count), StandardCharsets.UTF_8));
                } else if (!process.isAlive() || System.nanoTime() > end) {
                    throw new AssertionError("no " + words + " in what the shell shows:\n" + seen);
                } else {
                    process.waitFor(10, TimeUnit.MILLISECONDS); // until there is more, or its end
                }
            }
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
