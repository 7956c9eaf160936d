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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The files that a service's command names: its program, or the script or the jar that an interpreter gets. */
record StartedFiles(TargetChoice.Command service) {
    private static final byte[] SCRIPT = "#!".getBytes(StandardCharsets.US_ASCII);

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
                    "what a script loads from there is the same for both, whatever tree it lies in",
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
                && file(words.getFirst()).filter(StartedFiles::startsAScript).isPresent();
    }

    private static boolean startsAScript(Path file) {
        try (var in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(SCRIPT.length), SCRIPT);
        } catch (IOException e) {
            return false; // a shell that cannot read it will say why
        }
    }

    /**
     * A hash of the command with their content in their place: the same for two builds that are started alike and do
     * not differ in these files. Empty if the command names none.
     */
    Optional<String> hash() {
        var words = words();
        if (words.stream().allMatch(word -> file(word).isEmpty())) {
            return Optional.empty();
        }
        var text = words.stream()
                .map(word -> file(word).map(FileHash::of).orElse(word))
                .collect(Collectors.joining(" "));
        return Optional.of(FileHash.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    private List<String> words() {
        return ShellWords.split(service.command());
    }

    private Optional<Path> file(String word) {
        try {
            return Optional.of(directory(service).resolve(word)).filter(Files::isRegularFile);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Path directory(TargetChoice.Command service) {
        return Path.of(service.directory().orElse("")).toAbsolutePath().normalize();
    }
}
