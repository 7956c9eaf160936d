package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.PoolUse;
import dev.ralbench.measurement.PoolUse.Resource;
import dev.ralbench.page.Page;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Results;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PoolFiguresTest {
    private static final RunResult RUN = Results.delay200();

    private static PoolUse hikari(int limit, int peak, int waiting) {
        return new PoolUse(Resource.CONNECTIONS, OptionalInt.of(limit), peak, peak * 0.5, OptionalInt.of(waiting), 4);
    }

    private static final PoolUse JOBS = PoolUse.sample(Resource.THREADS, OptionalInt.empty(), 2, OptionalInt.empty());

    /** The pools of the first variant, and those of all others. */
    private static RunResult run(Map<String, PoolUse> first, Map<String, PoolUse> others) {
        var variant = new RunView(RUN).variants().getFirst();
        var ofFirst = Results.withPools(RUN, first).trials();
        var ofOthers = Results.withPools(RUN, others).trials();
        List<TrialResult> trials = IntStream.range(0, ofFirst.size())
                .mapToObj(i -> ofFirst.get(i).id().variant().equals(variant) ? ofFirst.get(i) : ofOthers.get(i))
                .toList();
        return RUN.with(RUN.status(), trials);
    }

    private static String table(RunResult run, RunTable.Detail detail) {
        return String.join("\n", new RunTable(run, detail).render(Page.plain(Page.WIDEST)));
    }

    @Test
    void theDetailsHaveUseLimitAndThoseThatWaitOfEachPoolAtEachLevel() {
        var run = run(
                Map.of("HikariPool-1", hikari(3, 3, 47), "executor jobs", JOBS),
                Map.of("HikariPool-1", hikari(3, 2, 0)));

        var lines = table(run, RunTable.Detail.FULL).lines().toList();
        var title = lines.stream()
                .filter(line -> line.matches("users +variant +HikariPool-1 +executor jobs"))
                .findFirst()
                .orElseThrow();
        assertThat(lines.subList(lines.indexOf(title) + 1, lines.size()))
                .anyMatch(line -> line.matches(".* 3 of 3, 47 waiting +2"))
                .anyMatch(line -> line.matches(".* 2 of 3 +–"));
        assertThat(table(run, RunTable.Detail.SHORT)).doesNotContain("HikariPool-1");
    }

    @Test
    void aRunWithoutPoolsHasNoTableOfThem() {
        assertThat(table(RUN, RunTable.Detail.FULL)).doesNotContain("pools of threads");
        assertThat(table(run(Map.of(), Map.of()), RunTable.Detail.FULL)).doesNotContain("pools of threads");
    }

    @Test
    void limitsThatDifferAreNamedInTheShortReportToo() {
        var run = run(Map.of("HikariPool-1", hikari(10, 4, 0)), Map.of("HikariPool-1", hikari(3, 3, 7)));

        assertThat(table(run, RunTable.Detail.SHORT))
                .containsPattern("pool limits differ: HikariPool-1 10 \\([a-z-]+\\), 3 \\(");
        assertThat(table(
                        run(Map.of("HikariPool-1", hikari(3, 1, 0)), Map.of("HikariPool-1", hikari(3, 3, 7))),
                        RunTable.Detail.SHORT))
                .doesNotContain("pool limits");
    }
}
