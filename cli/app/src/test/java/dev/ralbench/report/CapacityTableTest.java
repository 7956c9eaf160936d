package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.page.Page;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class CapacityTableTest {
    private static String text(RunResult run) {
        return String.join("\n", CapacityTable.render(new RunView(run), Page.plain(100))) + "\n";
    }

    @Test
    void itSaysHowFarEachVariantCame() {
        Golden.matches("report/capacity.txt", text(Results.searched(Results.delay200(), Map.of("p99", "<=300ms"))));
    }

    @Test
    void severalSearchesShowTheirSpread() {
        Golden.matches(
                "report/capacity-three.txt", text(Results.searched(Results.delay200(3), Map.of("mean", "<=300ms"))));
    }

    @Test
    void aVariantThatMissesTheObjectiveAtTheFirstLevelHasNoCapacity() {
        var text = text(Results.searched(Results.delay200(), Map.of("p50", "<=1ms")));
        assertThat(text.lines().skip(2))
                .isNotEmpty()
                .allMatch(line -> line.matches("\\S+ +none +below 256 +– +– +– +256 .*"));
    }

    /** 512 users of whom each waits for the better part of 20 s send fewer than the 1 000 requests that p99 needs. */
    @Test
    void whereAPercentileCannotBeStatedItSaysWhatItIsJudgedBy() {
        var few = levels(users -> users > 256 ? Windows.level(512, 0, 20, 15_000) : Windows.level(256, 0, 20, 200));
        assertThat(text(Results.searched(few, Map.of("p99", "<=300ms")))
                        .lines()
                        .skip(2)
                        .limit(4))
                .isNotEmpty()
                .allMatch(
                        line -> line.matches("\\S+ +256 +388 \\[256 512\\] .* [0-9]+ ms +0 % +512 +683 of 683 above"));
    }

    @Test
    void aSearchThatShowsNothingSaysSo() {
        var few = Results.searched(levels(users -> Windows.level(users, 0, 0.2, 250)), Map.of("p999", "<=300ms"));
        assertThat(text(few).lines().skip(2).limit(4))
                .allMatch(line -> line.matches("\\S+ +not shown +– +– +– +– +not shown +– +–"));
        assertThat(text(few).replaceAll("\\s+", " "))
                .contains(
                        "not shown: too few requests, or too close to the limit, to be 95 % sure: imperative from 256 users"
                                + " on, virtual-threads from 256 users on,");
        assertThat(CapacityLines.of(few)).contains("imperative: not shown; not shown from 256 on");
    }

    /** The same run with other levels. */
    private static RunResult levels(IntFunction<WindowMeasurement> made) {
        return SyntheticRun.eachTrial(
                Results.delay200(),
                trial -> SyntheticRun.eachWindow(
                        trial, window -> window.kind() == WindowKind.LEVEL ? made.apply(window.usersTo()) : window));
    }

    @Test
    void aLineForEachVariantSaysTheSame() {
        assertThat(CapacityLines.of(Results.searched(Results.delay200(), Map.of("p99", "<=300ms"))))
                .containsExactly(
                        "imperative: 256 users, goodput 980/s, p99 293 ms, errors 0 %; missed at 512: p99 586 ms;"
                                + " about 388 [256 512]",
                        "virtual-threads: 1024 users, goodput 5 000/s, p99 230 ms, errors 0 %; not missed up to 1024",
                        "reactive: 1024 users, goodput 5 040/s, p99 228 ms, errors 0 %; not missed up to 1024",
                        "coroutines: 1024 users, goodput 5 020/s, p99 229 ms, errors 0 %; not missed up to 1024");
        assertThat(CapacityLines.of(Results.searched(Results.delay200(), Map.of("p50", "<=1ms"))))
                .hasSize(4)
                .first()
                .asString()
                .startsWith("imperative: none; missed at 256: p50 ");
        assertThat(CapacityLines.of(Results.delay200())).isEmpty();
    }

    /** Results of before may have predictions for a load that was not run. */
    @Test
    void aSearchIsHeldAgainstNothing() {
        var search = Results.searched(Results.delay200(), Map.of("p99", "<=300ms"));
        assertThat(search.expected().predictions()).isNotEmpty();
        var shown = EnumSet.allOf(ReferenceTable.Figures.class);
        assertThat(new ReferenceTable(List.of(search), shown).render(Page.plain(100)))
                .singleElement()
                .asString()
                .contains("a search for capacity");
        assertThat(new RunTable(search, RunTable.Detail.FULL).render(Page.plain(100), Optional.empty()))
                .anyMatch(line -> line.startsWith("capacity: most users with p99"))
                .noneMatch(line -> line.contains("predicted"));
    }

    @Test
    void withoutASearchThereIsNoTable() {
        assertThat(CapacityTable.render(new RunView(Results.delay200()), Page.plain(80)))
                .isEqualTo(List.of());
    }
}
