package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.Design;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CapacityTableTest {
    private static RunResult searchedFor(RunResult run, Map<String, String> slo) {
        return new RunResult(
                run.schema(),
                run.runId(),
                run.tool(),
                run.command(),
                run.startedAt(),
                run.status(),
                run.seed(),
                new Design(
                        Design.Order.INTERLEAVED,
                        run.design().looks(),
                        Optional.empty(),
                        Optional.of(new Design.Capacity(slo, 128, 1024, 1000, 5000)),
                        Optional.empty(),
                        1),
                run.order(),
                run.scenario(),
                run.scenarioSha256(),
                run.userModel(),
                run.generator(),
                run.fingerprint(),
                Map.of(),
                Optional.empty(),
                run.trials());
    }

    private static String text(RunResult run) {
        return String.join("\n", CapacityTable.render(new RunView(run), Page.plain(100))) + "\n";
    }

    @Test
    void itSaysHowFarEachVariantCame() {
        Golden.matches("report/capacity.txt", text(searchedFor(Results.delay200(), Map.of("p99", "<=300ms"))));
    }

    @Test
    void severalSearchesShowTheirSpread() {
        Golden.matches("report/capacity-three.txt", text(searchedFor(Results.delay200(3), Map.of("mean", "<=300ms"))));
    }

    @Test
    void whoMissesItAtTheFirstLevelHasNone() {
        var text = text(searchedFor(Results.delay200(), Map.of("p50", "<=1ms")));
        assertThat(text.lines().skip(2)).isNotEmpty().allMatch(line -> line.matches("\\S+ +below 256 +– .*"));
    }

    /** 512 users of whom each waits for the better part of 20 s send fewer than the 1 000 requests that p99 needs. */
    @Test
    void aLowerPercentileThatItWasJudgedByIsNamed() {
        var few = SyntheticRun.eachTrial(
                Results.delay200(),
                trial -> SyntheticRun.eachWindow(
                        trial,
                        window -> window.kind() == WindowMeasurement.Kind.LEVEL && window.usersTo() > 256
                                ? Windows.level(512, window.startSeconds(), 20, 15_000)
                                : window));
        var text = text(searchedFor(few, Map.of("p99", "<=300ms")));
        assertThat(text.lines().skip(2))
                .isNotEmpty()
                .allMatch(line -> line.matches("\\S+ +256 .* [0-9]+ ms +0 % +512 +p90 15\\.\\d s +0 %"));
    }

    @Test
    void withoutASearchThereIsNoTable() {
        assertThat(CapacityTable.render(new RunView(Results.delay200()), Page.plain(80)))
                .isEqualTo(List.of());
    }
}
