package dev.ralbench.testing;

import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.result.RunResult;
import java.util.Arrays;
import java.util.Optional;

/** Comparisons of runs that never took place. */
public final class Comparisons {
    private Comparisons() {}

    /** Of runs, each named by its id. */
    public static Comparison of(RunResult... runs) {
        var sources = Arrays.stream(runs)
                .map(run -> new ResultSource(run.origin().runId(), run))
                .toList();
        return new Comparer(sources, Optional.empty(), false).compare();
    }

    /** Twelve blocks: head is a good tenth slower at 1024 users and below, and takes more CPU time. */
    public static Comparison regressed() {
        return of(SyntheticRun.of("base", "head")
                .harm("head", 0.12)
                .cost("head", 340)
                .run());
    }

    /** Twelve blocks of two variants that do not differ. */
    public static Comparison unchanged() {
        return of(SyntheticRun.of("base", "head").run());
    }

    /** One block of three variants. */
    public static Comparison single() {
        return of(SyntheticRun.of("base", "head", "other")
                .blocks(1)
                .harm("other", -1.2)
                .run());
    }

    /** Two runs of one variant each. */
    public static Comparison historical() {
        return of(
                SyntheticRun.of("app").runId("monday").blocks(8).run(),
                SyntheticRun.of("app")
                        .runId("tuesday")
                        .blocks(8)
                        .seed(11)
                        .harm("app", 0.1)
                        .startedAt("2026-02-12T09:14:07Z")
                        .run());
    }
}
