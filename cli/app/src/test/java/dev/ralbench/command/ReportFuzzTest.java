package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Printable;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.FuzzTarget;
import dev.ralbench.testing.JsonEdits;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Whatever result can be read can be printed, too, in each format, and compared with itself. */
class ReportFuzzTest {
    /** Each is printed in all formats. */
    private static final int FEW = 3;

    @TestFactory
    Stream<DynamicTest> whatReadsAlsoPrints() {
        return FuzzTarget.tests(targets());
    }

    static List<FuzzTarget> targets() {
        var compared = ResultFile.text(SyntheticRun.of("base", "head")
                .blocks(7)
                .levels(10)
                .levelSeconds(2)
                .run());
        var delay = ResultFile.text(Results.delay200());
        var impatient = Repository.text(Repository.recorded("burst-impatient"));
        return List.of(new FuzzTarget(
                        "report-edits",
                        List.of(new byte[0], new byte[] {1, 2, 3}, new byte[] {1, 2, 3, 4, 5, 6}, new byte[] {
                            9, 40, 31, 40, 7, 32
                        }),
                        List.of("\0\1\2"),
                        edits -> print(JsonEdits.apply(chosen(List.of(compared, delay, impatient), edits), edits)))
                .trying(FEW));
    }

    /** By the last byte, which edits nothing in two inputs of three: all documents for each input would take minutes. */
    private static String chosen(List<String> documents, byte[] edits) {
        int last = edits.length == 0 ? 0 : edits[edits.length - 1] & 0xff;
        return documents.get(last % documents.size());
    }

    private static void print(String result) throws IOException {
        var directory = Files.createTempDirectory("report");
        var file = Files.writeString(directory.resolve("result.json"), result).toString();
        try {
            if (check(List.of("report", file, "--details"), directory, List.of()) == ExitCode.USAGE.code()) {
                return; // it cannot be read
            }
            check(List.of("report", file), directory, List.of("md", "json", "csv", "txt", "html"));
            check(List.of("compare", file), directory, List.of("md", "json", "csv", "txt", "html"));
            check(List.of("compare", file, file, "--force-incomparable"), directory, List.of("xml"));
        } finally {
            try (var files = Files.list(directory)) {
                for (Path each : files.toList()) {
                    Files.delete(each);
                }
            }
            Files.delete(directory);
        }
    }

    /** All formats by one command, because each command reads the result anew. */
    private static int check(List<String> command, Path directory, List<String> formats) throws IOException {
        var arguments = new ArrayList<>(command);
        var outputs = formats.stream()
                .map(format -> directory.resolve(command.getFirst() + "." + format))
                .toList();
        outputs.forEach(output -> arguments.addAll(List.of("-o", output.toString())));
        var outcome = Shell.run(arguments.toArray(String[]::new));
        assertThat(outcome.exit()).as(outcome.err()).isNotEqualTo(ExitCode.INTERNAL.code());
        checkPrintable(outcome.out());
        checkPrintable(outcome.err());
        for (var output : outputs) {
            assertThat(Files.exists(output) || outcome.exit() != ExitCode.OK.code())
                    .as("%s is there: %s", output, outcome.err())
                    .isTrue();
            checkPrintable(Files.exists(output) ? Files.readString(output) : "");
        }
        return outcome.exit();
    }

    private static void checkPrintable(String text) {
        assertThat(text.codePoints().filter(sign -> Printable.isHidden(sign) && sign != '\n' && sign != '\t'))
                .isEmpty();
    }
}
