package dev.ralbench.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.page.Page;
import dev.ralbench.reference.ReferenceFigures;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Results;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The claims of a study of which only one scenario was measured: every verdict is there. */
class ClaimsTableTest {
    private static List<String> lines(Page page) {
        var study = ReferenceFigures.of("imp").orElseThrow();
        var results = new ClaimJudge(new MeasuredRuns(List.of(Results.delay200()))).judge(study);
        return new ClaimsTable(study, results).render(page);
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100})
    void claimsInWordsFollowTheirRows(int columns) {
        var lines = lines(Page.plain(columns));

        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
        Golden.matches("claims/claims-" + columns + ".txt", String.join("\n", lines) + "\n");
    }
}
