package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.SyntheticRun;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A result with the figures of its trials. */
class ResultSourceTest {
    @Test
    void ofOneBlockMoreOnlyThatIsWorkedOut() {
        var whole = SyntheticRun.of("base", "head").blocks(3).levels(10).run();
        var trials = whole.trials();
        var before = new ResultSource("run", whole.with(whole.status(), trials.subList(0, 4)));
        var known = trials.subList(0, 4).stream().map(before::figures).toList();

        var after = before.grown(whole);

        assertThat(after.run().trials()).hasSize(6);
        for (int i = 0; i < known.size(); i++) {
            assertThat(after.figures(trials.get(i))).isSameAs(known.get(i));
        }
        assertThat(new Comparer(List.of(after), Optional.empty(), false).compare())
                .isEqualTo(new Comparer(List.of(new ResultSource("run", whole)), Optional.empty(), false).compare());
    }
}
