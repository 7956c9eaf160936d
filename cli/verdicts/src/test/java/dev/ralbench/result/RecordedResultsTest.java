package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Results that the documentation refers to stay readable. */
class RecordedResultsTest {
    private static final Path RECORDED = Repository.path("results/recorded");

    private static List<Path> recorded() throws IOException {
        var found = new ArrayList<Path>();
        for (var directory : List.of(RECORDED, RECORDED.resolve("history"), RECORDED.resolve("capacity"))) {
            try (var files = Files.list(directory)) {
                files.filter(file -> file.toString().endsWith(".json")).forEach(found::add);
            }
        }
        return found;
    }

    /** {@code -Dgolden.update=true} writes them anew. */
    @ParameterizedTest
    @MethodSource("recorded")
    void everyRecordedResultIsAsItWouldBeWrittenToday(Path file) throws IOException {
        var result = ResultFile.read(file);
        assertThat(result.status()).isEqualTo(RunResult.Status.COMPLETE);
        Golden.matches(file, new String(ResultFile.encode(result), StandardCharsets.UTF_8));
        ResultSchema.assertKeptBy(file);
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void noPathOfTheMachineIsLeftInARecordedResult(Path file) throws IOException {
        assertThat(Files.readString(file)).doesNotContainPattern("/(root|home|tmp|usr/lib/jvm)/");
    }
}
