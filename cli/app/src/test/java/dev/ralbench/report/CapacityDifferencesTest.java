package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ralbench.Failure;
import dev.ralbench.compare.CapacityComparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.page.Page;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Results;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CapacityDifferencesTest {
    private static RunResult search(String limit) {
        return Results.searched(Results.delay200(), Map.of("p99", limit));
    }

    private static String text(Optional<String> baseline, ResultSource... sources) {
        return String.join(
                        " ",
                        CapacityDifferences.render(
                                CapacityComparison.of(List.of(sources), baseline, false), Page.plain(200)))
                .replaceAll("\\s+", " ");
    }

    @Test
    void variantsOfOneSearchAreComparedWithTheFirst() {
        assertThat(text(Optional.empty(), new ResultSource("a", search("<=300ms"))))
                .contains(
                        "capacity: most users with p99 at most 300 ms",
                        "virtual-threads serves at least 100 % more users than imperative in these searches [+100.0 % no bound]; at least"
                                + " 1024 against 388 [256 512]",
                        "(--trials 3)");
    }

    @Test
    void anotherBaselineCanBeGiven() {
        assertThat(text(Optional.of("reactive"), new ResultSource("a", search("<=300ms"))))
                .contains(
                        "imperative serves at least 50 % fewer users than reactive in these searches",
                        "coroutines and reactive cannot be told apart");
    }

    @Test
    void eachVariantOfASecondSearchIsComparedWithThatOfTheFirst() {
        assertThat(text(
                        Optional.empty(),
                        new ResultSource("a", search("<=300ms")),
                        new ResultSource("b", search("<=300ms"))))
                .contains("imperative: b and a cannot be told apart: 0.0 % [");
    }

    @Test
    void searchesWithOtherObjectivesAreNotComparable() {
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> text(
                        Optional.empty(),
                        new ResultSource("a", search("<=300ms")),
                        new ResultSource("b", search("<=200ms"))))
                .withMessageContaining("not comparable");
    }
}
