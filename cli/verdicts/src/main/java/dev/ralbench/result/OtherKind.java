package dev.ralbench.result;

import dev.ralbench.Failure;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A kind of file that is named where a result is expected, and what is likely meant.
 *
 * @param noun with its article
 * @param fix in which FILE stands for the path
 */
record OtherKind(String noun, String fix) {
    private static final OtherKind SCENARIO = new OtherKind(
            "a scenario", "ralbench run FILE measures it and writes a result; ralbench validate FILE checks it.");
    private static final OtherKind GATE = new OtherKind(
            "a gate", "Name a result, and hold it against the gate: ralbench compare RESULT.json --gate FILE");
    private static final OtherKind REPORT = new OtherKind(
            "a report or another text", "Name the result that the report was made of, a file that ends in .json.");

    private static final Pattern GATE_KEY = Pattern.compile("(?m)^gate *:");
    private static final Pattern SCENARIO_KEY = Pattern.compile("(?m)^(schema|request|load|variants) *:");
    private static final Pattern REPORT_ENDING = Pattern.compile(".*\\.(html|md|csv|xml|txt)");

    /**
     * Recognises it.
     *
     * @param begin of its text, which is no JSON
     */
    static Optional<OtherKind> of(Path path, String begin) {
        if (GATE_KEY.matcher(begin).find()) {
            return Optional.of(GATE);
        }
        if (SCENARIO_KEY.matcher(begin).find()) {
            return Optional.of(SCENARIO);
        }
        var name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
        return REPORT_ENDING.matcher(name).matches() ? Optional.of(REPORT) : Optional.empty();
    }

    FileContent content(Path path, Exception notJson) {
        return new FileContent.Other(
                noun + ", not a result",
                false,
                Failure.usage(path + " is " + noun + ", not a result", "", fix.replace("FILE", typed(path)))
                        .causedBy(notJson));
    }

    /** With a directory, because a bare name means a built-in. */
    private static String typed(Path path) {
        return path.getParent() == null ? "./" + path : path.toString();
    }
}
