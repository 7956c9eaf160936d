package dev.ralbench.compare;

import dev.ralbench.result.RunResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The scenario argument of a run's command line, for reuse: a built-in name, a file, or a URL. */
final class ScenarioAsTyped {
    private static final List<String> OPTIONS = List.of("--scenario", "-s");

    private ScenarioAsTyped() {}

    /**
     * The scenario argument of the run's command line, quoted if a shell needs that; its name if it has no argument.
     */
    static String of(RunResult run) {
        var words = run.origin().command();
        var name = run.scenario().name();
        var typed = IntStream.range(0, words.size())
                .boxed()
                .flatMap(at -> ofOption(words, at).stream())
                .findFirst()
                .or(() -> words.stream()
                        .filter(word -> word.equals(name) || word.matches("(?s).*\\.ya?ml|https?://.*"))
                        .findFirst())
                .orElse(name);
        return typed.matches("[\\w@%+=:,./-]+") ? typed : "'" + typed.replace("'", "'\\''") + "'";
    }

    private static Optional<String> ofOption(List<String> words, int at) {
        var word = words.get(at);
        if (OPTIONS.contains(word)) {
            return words.stream().skip(at + 1L).findFirst();
        }
        return OPTIONS.stream()
                .map(option -> option + "=")
                .filter(word::startsWith)
                .map(option -> word.substring(option.length()))
                .findFirst();
    }
}
