package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.process.ShellWords;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The file that a service's command starts: its program, or the script or the jar that an interpreter gets first. */
record StartedFiles(TargetChoice.Command service) {
    private static final Pattern SHELL_SCRIPT = Pattern.compile("#![^\\n]*\\b(sh|bash|dash|ksh|zsh)\\b[^\\n]*\\n");
    private static final Pattern ASKS_WHERE_IT_LIES = Pattern.compile("\\$\\{?0|BASH_SOURCE");
    private static final int MOST_OF_A_SCRIPT = 1 << 20;
    /** No program is larger; a file of data takes long to read. */
    private static final long MOST_BYTES = 512L << 20;

    /**
     * Refuses two trees of which one would be measured twice: a script of another path with the same text loads its
     * code from the directory that it is started in.
     *
     * @throws Failure of usage that names the option with which each has its own
     */
    static void requireSeveralBuilds(List<Variant> variants) {
        for (int at = 0; at < variants.size(); at++) {
            for (var later : variants.subList(at + 1, variants.size())) {
                requireTwoBuilds(variants.get(at), later);
            }
        }
    }

    private static void requireTwoBuilds(Variant one, Variant other) {
        if (one.target() instanceof TargetChoice.Command first
                && other.target() instanceof TargetChoice.Command second
                && new StartedFiles(first).isSameScriptAs(second)) {
            throw Failure.usage(
                    one.name() + " and " + other.name() + " are one build twice: " + first.command() + " and "
                            + second.command() + " are scripts of the same text, started in the same directory",
                    "they do not ask where they lie, so what they load from there is the same for both",
                    "name the tree of each build: --directory " + one.name() + "=DIR --directory " + other.name()
                            + "=DIR");
        }
    }

    private boolean isSameScriptAs(TargetChoice.Command other) {
        boolean areScripts = isScript()
                && !service.command().equals(other.command())
                && service.environment().equals(other.environment());
        return areScripts
                && directory(service).equals(directory(other))
                && hash().equals(new StartedFiles(other).hash());
    }

    private boolean isScript() {
        var words = words();
        return !words.isEmpty()
                && file(words.getFirst())
                        .filter(StartedFiles::loadsFromItsDirectory)
                        .isPresent();
    }

    /** A script of the shell; other interpreters load from where the script lies, and so do scripts that ask for it. */
    private static boolean loadsFromItsDirectory(Path file) {
        try (var in = Files.newInputStream(file)) {
            var text = new String(in.readNBytes(MOST_OF_A_SCRIPT), StandardCharsets.ISO_8859_1);
            return SHELL_SCRIPT.matcher(text).lookingAt()
                    && !ASKS_WHERE_IT_LIES.matcher(text).find();
        } catch (IOException e) {
            return false; // a shell that cannot read it will say why
        }
    }

    /**
     * A hash of the command with the content of the started file in its place: the same for two builds that are started
     * alike and do not differ in it. Empty if the command starts no file that can be read, or a very large one.
     */
    Optional<String> hash() {
        var words = words();
        var started = words.stream()
                .limit(words.stream().limit(1).anyMatch(word -> file(word).isPresent()) ? 1 : words.size())
                .filter(word -> file(word).isPresent())
                .findFirst();
        return started.map(program -> words.stream()
                        .map(word ->
                                word.equals(program) ? FileHash.of(file(word).orElseThrow()) : word)
                        .collect(Collectors.joining(" ")))
                .map(text -> FileHash.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    private List<String> words() {
        return ShellWords.split(service.command());
    }

    private Optional<Path> file(String word) {
        try {
            return Optional.of(directory(service).resolve(word))
                    .filter(Files::isRegularFile)
                    .filter(Files::isReadable)
                    .filter(StartedFiles::isSmall);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static boolean isSmall(Path file) {
        try {
            return Files.size(file) <= MOST_BYTES;
        } catch (IOException e) {
            return false; // it has gone
        }
    }

    private static Path directory(TargetChoice.Command service) {
        return Path.of(service.directory().orElse("")).toAbsolutePath().normalize();
    }
}
