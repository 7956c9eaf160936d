package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.bottleneck.Bottleneck;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Usages;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RunBottlenecksTest {
    private static final double SECONDS = 20;

    private static WindowMeasurement level(int users, double millis) {
        return Windows.level(users, 0, SECONDS, millis);
    }

    /** With a pool of a hundred worker threads. */
    private static WindowMeasurement tomcat(int users, double millis) {
        int busy = Math.min(users, 100);
        var pool = new PoolUse(
                PoolUse.Resource.THREADS, OptionalInt.of(100), busy, busy, OptionalInt.empty(), (long) SECONDS);
        var level = level(users, millis);
        return Windows.withPools(
                level.with(Optional.of(Windows.inside(level, 40, 64, 100)), Optional.empty()), Map.of("tomcat", pool));
    }

    /** On CPUs that the target keeps busy, while its compilers wait. */
    private static WindowMeasurement cold(int users, double millis) {
        var level = level(users, millis);
        var inside = Copy.of(Windows.inside(level, 40, 64, 100))
                .with("cpuSeconds", 1.85 * SECONDS)
                .made();
        return Windows.waitingCompilers(
                level.with(Optional.of(inside), Optional.of(Usages.of(SECONDS, 0.05, 1))), 0.5, 0.6);
    }

    private static RunView view(Map<String, List<WindowMeasurement>> variants) {
        var run = SyntheticRun.of(variants.keySet().stream().sorted().toArray(String[]::new))
                .blocks(1)
                .run();
        return new RunView(SyntheticRun.eachTrial(run, trial -> {
            var windows = variants.getOrDefault(trial.id().variant(), List.of());
            return Copy.of(trial)
                    .with(
                            "measurement",
                            Optional.of(new Measurement(
                                    windows, Windows.wholeRun(windows), new Series(1, List.of()), Map.of(), "")))
                    .made();
        }));
    }

    @Test
    void threadsThatAreTheCauseAreAReason() {
        var view = view(Map.of(
                "base", List.of(tomcat(50, 100), tomcat(400, 400)), "head", List.of(level(50, 100), level(400, 100))));

        assertThat(Headline.of(view).orElseThrow())
                .isEqualTo("head serves 4 times the requests of base at 400 users, because base is limited by its 100"
                        + " worker threads.");
        assertThat(new RunBottlenecks(view).lines())
                .contains("base: at 400 users limited by its 100 worker threads (tomcat: all busy)");
    }

    /** A lock keeps them all, and more of them would not help. */
    @Test
    void threadsThatAreOnlyBusyAreShownAndAreNoReason() {
        var view = view(Map.of(
                "base", List.of(tomcat(1, 10), tomcat(400, 4000)), "head", List.of(level(1, 10), level(400, 1000))));

        assertThat(Headline.of(view).orElseThrow()).isEqualTo("head serves 4 times the requests of base at 400 users.");
        assertThat(Headline.details(view)).contains("At 400 users in base all 100 worker threads are busy.");
        var found = new RunBottlenecks(view);
        assertThat(found.lines())
                .containsExactly("base: at 400 users all 100 worker threads are busy (whether that is the cause is not"
                        + " shown)");
        assertThat(found.json())
                .singleElement()
                .satisfies(json -> assertThat(json)
                        .containsEntry("limitedBy", Optional.empty())
                        .containsEntry("evidence", Optional.of("all 100 worker threads are busy")));
    }

    @Test
    void onlyOfTheFirstLevelsThereIsNoLimitUpToOne() {
        var view = view(Map.of("base", List.of(cold(10, 100), level(20, 100), level(40, 101))));

        assertThat(new RunBottlenecks(view).lines())
                .containsExactly(
                        "base: at 10 users limited by too few CPUs for its JIT compilers (they wait in 60.0 % of"
                                + " the time: it is not warm); no limit from 20 users on: goodput grows with them");
    }

    @Test
    void connectionsAreTheOnesThatAreOpen() {
        var connections = new Bottleneck.Connections("postgres", 10, 8);

        assertThat(BottleneckWords.of(connections).full())
                .isEqualTo("its 10 connections to postgres (statements run on 8 of them)");
        assertThat(BottleneckWords.of(new Bottleneck.Busy(connections)).full())
                .isEqualTo("statements run on 8 of its 10 connections to postgres");
    }

    /** The word for whose it is, and not each such word in a name. */
    @Test
    void aThreadOfSeveralVariantsKeepsItsName() {
        var words = BottleneckWords.of(new Bottleneck.OneThread(Optional.of("its own"), false, 0.97));

        assertThat(words.limit()).isEqualTo("its thread its own");
        assertThat(words.limitOfSeveral()).isEqualTo("their thread its own");
    }

    @Test
    void twoLimitsAreNamedAndWhatIsOnlyInUseIsEvidence() {
        var pool = new Bottleneck.Pool("HikariPool-1", PoolUse.Resource.CONNECTIONS, 3, OptionalInt.of(19));
        var compilers = new Bottleneck.Both(pool, new Bottleneck.Compilers(0.6));
        var thread = new Bottleneck.OneThread(Optional.of("jobs"), false, 0.97);

        assertThat(BottleneckWords.of(compilers).full())
                .isEqualTo(
                        "its 3 pooled connections and too few CPUs for its JIT compilers (HikariPool-1: all in use, up"
                                + " to 19 wait; they wait in 60.0 % of the time: it is not warm)");
        assertThat(BottleneckWords.of(compilers).limitOfSeveral())
                .isEqualTo("their 3 pooled connections and too few CPUs for their JIT compilers");
        assertThat(BottleneckWords.of(new Bottleneck.Both(thread, new Bottleneck.Busy(pool)))
                        .full())
                .isEqualTo(
                        "its thread jobs (0.97 of the 1 CPU that a thread can use; all 3 pooled connections are in use)");
    }

    @Test
    void aThreadIsNamedIfItHasANameOfItsOwn() {
        assertThat(BottleneckWords.of(new Bottleneck.OneThread(Optional.empty(), false, 1))
                        .full())
                .isEqualTo("one of its threads (1.00 of the 1 CPU that a thread can use)");
        assertThat(BottleneckWords.of(new Bottleneck.Busy(new Bottleneck.OneThread(Optional.of("python3"), true, 1)))
                        .full())
                .isEqualTo("its main thread uses a whole CPU");
    }

    @Test
    void aProcessMayUseMoreThanItsThreadThatRunsJavaScript() {
        assertThat(BottleneckWords.of(new Bottleneck.JavaScriptThread(0.91)).evidence())
                .isEqualTo("0.91 of the 1 CPU that it can use");
        assertThat(BottleneckWords.of(new Bottleneck.JavaScriptThread(1.12)).evidence())
                .isEqualTo("it can use 1 CPU, of 1.12 in use by the process");
    }
}
