package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.session.RunRequest;
import dev.ralbench.yaml.DurationSyntax;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The windows of {@code --order alternating}. */
final class TurnOptions {
    @Option(
            names = "--levels",
            paramLabel = "N,N,...",
            description = "With --order alternating: users of each level (default: the scenario's constant levels).")
    private Optional<String> levels = Optional.empty();

    @Option(
            names = "--windows",
            paramLabel = "N",
            description = "With --order alternating: windows of each variant at each level of a block (default: "
                    + RunRequest.WINDOWS + ").")
    private Optional<Integer> windows = Optional.empty();

    @Option(
            names = "--window-length",
            paramLabel = "TIME",
            description = "With --order alternating: length of a window (default: " + RunRequest.WINDOW_LENGTH + ").")
    private Optional<String> length = Optional.empty();

    @Option(
            names = "--lead-in",
            paramLabel = "TIME",
            description = "With --order alternating: unmeasured load before each window, at least this long (default: "
                    + RunRequest.LEAD_IN + "), or three mean response times if they are longer.")
    private Optional<String> leadIn = Optional.empty();

    @Option(
            names = "--warm-up-limit",
            paramLabel = "TIME",
            description =
                    "With --order alternating: starts no further round of warm-up after this time at a level (default: 60s);"
                            + " 0s for a single round.")
    private Optional<String> warmUpLimit = Optional.empty();

    RunRequest addTo(RunRequest request) {
        var next = levels.map(text -> request.levels(numbers(text))).orElse(request);
        next = windows.map(next::windows).orElse(next);
        next = length(length, "--window-length").map(next::windowLength).orElse(next);
        next = length(leadIn, "--lead-in").map(next::leadIn).orElse(next);
        return length(warmUpLimit, "--warm-up-limit").map(next::warmUpLimit).orElse(next);
    }

    private static Optional<Duration> length(Optional<String> given, String option) {
        return given.map(text -> DurationSyntax.ofOption(option, text));
    }

    private static List<Integer> numbers(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .map(TurnOptions::number)
                .distinct()
                .toList();
    }

    private static Integer number(String text) {
        if (!text.matches("\\d{1,7}")) {
            throw Failure.usage(
                    "--levels: needs whole numbers separated by commas, got \"" + text + "\"",
                    "",
                    "write --levels 256,1024");
        }
        return Integer.valueOf(text);
    }
}
