package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.measurement.HistogramLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The format of a report, with the file name extension that selects it. */
enum ReportFormat {
    TERMINAL("txt", "(?m)^ralbench compare |\\d trials? each|\\d vCPU"),
    MARKDOWN("md", "^<!-- ralbench:"),
    JSON("json", "^\\{\\s*\"schema\": \"ralbench\\.(compare|report)/"),
    JUNIT("xml", "<testsuites name=\"ralbench\""),
    CSV("csv", "^(scenario,kind|run,scenario),"),
    HTML("html", "(?s)^<!doctype html>.*ralbench"),
    TIDY("tidy.csv", "^run,run_started_at,"),
    HLOG("hlog", "^" + HistogramLog.MARK),
    BMF("bmf.json", "^\\{ ?(\\}|\\s+\"[^\"/]+/[^\"@]+@[^\"]+\": \\{)"),
    SMALLER("smaller.json", Marks.CUSTOM_BENCHMARK),
    BIGGER("bigger.json", Marks.CUSTOM_BENCHMARK),
    PROMETHEUS("prom", "^# HELP ralbench_");

    /** Those that formats share. */
    private static final class Marks {
        private static final String CUSTOM_BENCHMARK = "^\\[ ?(\\]|\\{\\s+\"name\": \"[^\"/]+/[^\"@]+@[^\"]+\",)";
    }

    private static final int BEGINNING_BYTES = 16 * 1024;

    private final String ending;
    /** Found at the beginning of every report of the format. */
    private final Pattern mark;

    ReportFormat(String ending, String mark) {
        this.ending = ending;
        this.mark = Pattern.compile(mark);
    }

    /** The name in lower case, as users type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds the format by the file name extension, the longest that fits; empty if no format has it. */
    static Optional<ReportFormat> find(Path file) {
        var name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> name.endsWith("." + format.ending))
                .max(Comparator.comparingInt(format -> format.ending.length()));
    }

    /**
     * The format that the file name extension selects.
     *
     * @throws Failure of usage if it has none of a format
     */
    static ReportFormat of(Path file) {
        return find(file)
                .orElseThrow(() -> Failure.usage(
                        "--output " + file + ": its ending does not say which format is meant",
                        "known endings: "
                                + Arrays.stream(values())
                                        .map(format -> "." + format.ending + " (" + format + ")")
                                        .collect(Collectors.joining(", ")),
                        "give the file one of them, or - for standard output"));
    }

    /**
     * Refuses a file that an earlier report did not leave: notes, a scenario, or the result that is read.
     *
     * @param file of that format, which may be missing
     */
    void checkReplaceable(Path file) {
        try {
            if (Files.isRegularFile(file)
                    && Files.size(file) > 0
                    && !mark.matcher(beginning(file)).find()) {
                throw Failure.usage(
                        "--output " + file + " exists and is no " + this + " report of ralbench",
                        "a report would overwrite it",
                        "give --output another name, or remove the file");
            }
        } catch (IOException e) {
            throw Failure.environment(
                            "cannot read " + file + ", which --output names",
                            String.valueOf(e.getMessage()),
                            "give --output another name")
                    .causedBy(e);
        }
    }

    private static String beginning(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(BEGINNING_BYTES), StandardCharsets.UTF_8);
        }
    }

    /** The endings of all formats but one, as a message lists them. */
    static String endingsWithout(ReportFormat left) {
        return Arrays.stream(values())
                .filter(format -> format != left)
                .map(format -> "." + format.ending)
                .collect(Collectors.joining(", "));
    }
}
