package dev.ralbench.report;

import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The bottleneck of each variant and level of every recorded run, to be read next to what the studies say. */
class RecordedBottlenecksTest {
    private static Stream<String> lines(Path file) {
        var view = new RunView(ResultFile.read(file));
        var found = new RunBottlenecks(view);
        var ofLevels = view.variants().stream()
                .flatMap(variant -> view.levels().stream()
                        .map(level -> "  %s at %s: %s"
                                .formatted(
                                        variant,
                                        level.name(),
                                        found.at(variant, level)
                                                .map(BottleneckWords::of)
                                                .map(words -> words.kind() + " " + words.full())
                                                .orElse("-"))));
        return Stream.concat(
                Stream.of("== " + file.getFileName()),
                Stream.concat(found.lines().stream(), ofLevels.map(String::stripTrailing)));
    }

    /**
     * The levels of Spring PetClinic on PostgreSQL with a pool of three connections. Cold and with fast statements, one of
     * them is in use on average. With statements of 20 ms, next to other programs, requests wait for them.
     */
    @Test
    void aServiceThatIsNotOursIsLimitedByWhatItsEvidenceShows() {
        var table = Stream.of("cold", "slow-statements")
                .map(run -> Repository.path("cli/app/src/test/resources/petclinic/" + run + ".json"))
                .flatMap(RecordedBottlenecksTest::lines)
                .collect(Collectors.joining("\n", "", "\n"));
        Golden.matches("report/petclinic.txt", table);
    }

    @Test
    void everyRecordedRunNamesWhatItsEvidenceShows() throws IOException {
        try (var files = Files.newDirectoryStream(Repository.path("results/recorded"), "*.json")) {
            var table = Stream.of(files)
                    .flatMap(each -> StreamSupport.stream(each.spliterator(), false))
                    .sorted()
                    .flatMap(RecordedBottlenecksTest::lines)
                    .collect(Collectors.joining("\n", "", "\n"));
            Golden.matches("report/bottlenecks.txt", table);
        }
    }
}
