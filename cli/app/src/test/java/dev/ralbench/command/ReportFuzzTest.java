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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Whatever result can be read can be printed, too, in each format, and compared with itself. */
class ReportFuzzTest {
    /** Each is printed a dozen times. */
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
            var first = Shell.run("report", file, "--details");
            check(first);
            if (first.exit() == ExitCode.USAGE.code()) {
                return; // it cannot be read
            }
            for (var format : List.of("md", "json", "xml", "csv")) {
                var output = directory.resolve("report." + format);
                check(Shell.run("report", file, "-o", output.toString()));
                checkPrintable(Files.exists(output) ? Files.readString(output) : "");
            }
            check(Shell.run("compare", file));
            check(Shell.run("compare", file, file, "--force-incomparable"));
            for (var format : List.of("md", "json", "xml", "csv")) {
                var output = directory.resolve("comparison." + format);
                check(Shell.run("compare", file, "-o", output.toString()));
                checkPrintable(Files.exists(output) ? Files.readString(output) : "");
            }
        } finally {
            try (var files = Files.list(directory)) {
                for (Path each : files.toList()) {
                    Files.delete(each);
                }
            }
            Files.delete(directory);
        }
    }

    private static void check(Shell.CommandResult outcome) {
        assertThat(outcome.exit()).as(outcome.err()).isNotEqualTo(ExitCode.INTERNAL.code());
        checkPrintable(outcome.out());
        checkPrintable(outcome.err());
    }

    private static void checkPrintable(String text) {
        assertThat(text.codePoints().filter(sign -> Printable.isHidden(sign) && sign != '\n' && sign != '\t'))
                .isEmpty();
    }
}
