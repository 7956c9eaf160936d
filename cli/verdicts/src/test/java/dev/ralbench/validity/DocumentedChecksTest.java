package dev.ralbench.validity;

import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of checks in docs/reference/results.md is made from the checks: {@code -Dgolden.update=true} writes it. */
class DocumentedChecksTest {
    private static final String HEAD = "| what speaks against a trial | limit | verdict |\n|---|---|---|\n";

    @Test
    void everyCheckIsDocumentedWithItsLimit() throws IOException {
        var file = Repository.path("docs/reference/results.md");
        var text = Files.readString(file);
        int begin = text.indexOf(HEAD) + HEAD.length();
        int end = text.indexOf("\n\n", begin) + 1;
        var made = table(ValidityJudge.rows());

        Golden.matches(file, text.substring(0, begin) + made + text.substring(end));
    }

    private static String table(List<CheckRow> rows) {
        return rows.stream()
                .map(row -> Stream.of(row.figure(), row.limit(), row.verdict())
                        .collect(Collectors.joining(" | ", "| ", " |\n"))
                        .replace("|  |", "| |"))
                .collect(Collectors.joining());
    }
}
