package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class HeadlineTest {
    private static RunView view(SyntheticRun run) {
        return new RunView(run.run());
    }

    private static Stream<String> lines(Path file) {
        var view = new RunView(ResultFile.read(file));
        return Stream.concat(
                Stream.of("== " + file.getFileName(), Headline.of(view).orElse("no sentence")),
                Headline.details(view).stream().map(detail -> "  " + detail));
    }

    @Test
    void everyRecordedRunHasASentence() throws IOException {
        try (var files = Files.newDirectoryStream(Repository.path("results/recorded"), "*.json")) {
            var sentences = Stream.of(files)
                    .flatMap(each -> StreamSupport.stream(each.spliterator(), false))
                    .sorted()
                    .flatMap(HeadlineTest::lines)
                    .collect(Collectors.joining("\n", "", "\n"));
            Golden.matches("report/headlines.txt", sentences);
        }
    }

    @Test
    void aSmallDifferenceOfSingleTrialsIsNotTold() {
        var run = SyntheticRun.of("base", "head").blocks(1).levels(10).harm("head", 0.08);

        assertThat(Headline.of(view(run)).orElseThrow()).startsWith("base and head serve about as many requests");
        assertThat(Headline.of(view(run.blocks(12))).orElseThrow()).startsWith("base serves the most requests");
        assertThat(Headline.of(view(run.blocks(12))).orElseThrow()).endsWith("; head 8 % fewer.");
    }

    @Test
    void ofTrialsThatCannotBeTrustedNothingIsTold() {
        var run = SyntheticRun.of("base", "head")
                .blocks(2)
                .levels(10)
                .harm("head", 2)
                .run();
        var invalid = SyntheticRun.eachTrial(run, trial -> SyntheticRun.invalid(trial, "steal 31 %"));

        assertThat(Headline.of(new RunView(run))).isPresent();
        assertThat(Headline.of(new RunView(invalid))).isEmpty();
        assertThat(Headline.details(new RunView(invalid))).isEmpty();
    }
}
