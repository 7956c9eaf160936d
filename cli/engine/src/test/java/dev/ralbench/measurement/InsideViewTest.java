package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.InsideView.Jvm;
import dev.ralbench.measurement.InsideView.PeakScope;
import dev.ralbench.measurement.InsideView.Processes;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Windows;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InsideViewTest {
    private static final Jvm ONE = new Jvm(
            50,
            PeakScope.WINDOW,
            Optional.of(6),
            Optional.of(2L),
            Optional.of(900L),
            Optional.of(300L),
            12,
            84.5,
            Optional.of(1_000L));
    private static final Jvm OTHER = new Jvm(
            40,
            PeakScope.WINDOW,
            Optional.of(7),
            Optional.of(3L),
            Optional.of(800L),
            Optional.of(400L),
            5,
            15.5,
            Optional.of(500L));

    private static PoolUse tomcat(int peak, double mean, long samples) {
        return new PoolUse(PoolUse.Resource.THREADS, OptionalInt.of(200), peak, mean, OptionalInt.empty(), samples);
    }

    private static PoolUse jobs(int waiting) {
        return PoolUse.sample(PoolUse.Resource.THREADS, OptionalInt.empty(), 2, OptionalInt.of(waiting));
    }

    private static InsideView.BusyThread thread(long id, double cpuSeconds) {
        return new InsideView.BusyThread(Optional.of("jobs-1"), id, false, cpuSeconds);
    }

    private static final InsideView SPRING = new InsideView(
            "jmx+proc",
            4.5,
            1_000,
            80,
            Map.of("http", 40, "main", 1),
            300,
            20,
            Optional.of(0.25),
            Optional.of(0.5),
            Optional.of(new Processes(3, 4, false, Optional.empty())),
            Optional.of(ONE),
            Optional.empty(),
            Optional.of(Map.of("tomcat", tomcat(40, 30, 3), "jobs", jobs(1))),
            Optional.of(thread(31, 2.5)));
    private static final InsideView LATER = new InsideView(
            "jmx+proc",
            1.5,
            2_000,
            70,
            Map.of("http", 30, "GC", 2),
            100,
            5,
            Optional.of(0.5),
            Optional.of(1.0),
            Optional.of(new Processes(2, 5, true, Optional.of("process 7"))),
            Optional.of(OTHER),
            Optional.empty(),
            Optional.of(Map.of("tomcat", tomcat(60, 50, 1))),
            Optional.of(thread(31, 1)));

    private static InsideView.Node node(long heap, double lagMillis, long collections, double collectionMillis) {
        return new InsideView.Node(
                heap, new EventLoopLag(lagMillis, new TreeMap<>(Map.of(1.0, 1L))), collections, collectionMillis);
    }

    @Test
    void countersAddUpAndPeaksDoNot() {
        assertThat(SPRING.plus(LATER))
                .isEqualTo(new InsideView(
                        "jmx+proc",
                        6,
                        2_000,
                        80,
                        Map.of("http", 40, "main", 1, "GC", 2),
                        400,
                        25,
                        Optional.of(0.75),
                        Optional.of(1.5),
                        Optional.of(new Processes(3, 9, true, Optional.of("process 7"))),
                        Optional.of(ONE.plus(OTHER)),
                        Optional.empty(),
                        Optional.of(Map.of("tomcat", tomcat(60, 35, 4), "jobs", jobs(1))),
                        Optional.of(thread(31, 3.5))));
    }

    /** What a thread used in a window in which another one used more is not known. */
    @Test
    void ofTwoBusyThreadsTheOneThatUsedMoreIsKept() {
        var other =
                Copy.of(LATER).with("busiestThread", Optional.of(thread(32, 9))).made();

        assertThat(SPRING.plus(other).busiestThread()).contains(thread(32, 9));
        assertThat(other.plus(SPRING).busiestThread()).contains(thread(32, 9));
    }

    @Test
    void countersOfTheJvmAddUpAndItsPeaksDoNot() {
        assertThat(ONE.plus(OTHER))
                .isEqualTo(new Jvm(
                        50,
                        PeakScope.WINDOW,
                        Optional.of(7),
                        Optional.of(5L),
                        Optional.of(900L),
                        Optional.of(400L),
                        17,
                        100,
                        Optional.of(1_500L)));
    }

    @Test
    void countersOfNodeAddUpAndItsPeakDoesNot() {
        var both = node(500, 2, 20, 140).plus(node(600, 3, 1, 10));

        assertThat(both)
                .isEqualTo(new InsideView.Node(600, new EventLoopLag(5, new TreeMap<>(Map.of(1.0, 2L))), 21, 150));
    }

    @ParameterizedTest
    @CsvSource({
        "WINDOW, WINDOW, WINDOW",
        "PROCESS_START, WINDOW, PROCESS_START",
        "WINDOW, PROCESS_START, PROCESS_START",
    })
    void aPeakIsOfTheWindowsOnlyIfItWasResetInBoth(PeakScope mine, PeakScope theirs, PeakScope both) {
        var one = Copy.of(ONE).with("liveThreadsPeakSince", mine).made();
        var other = Copy.of(OTHER).with("liveThreadsPeakSince", theirs).made();

        assertThat(one.plus(other).liveThreadsPeakSince()).isEqualTo(both);
    }

    /** A window may go by without a collection; its heap does not make that of the other unknown. */
    @Test
    void theHeapAfterCollectionsIsThatOfTheWindowThatHadOne() {
        var none = Copy.of(OTHER)
                .with("heapAfterCollectionBytes", Optional.empty())
                .made();

        assertThat(ONE.plus(none).heapAfterCollectionBytes()).contains(300L);
        assertThat(none.plus(ONE).heapAfterCollectionBytes()).contains(300L);
    }

    @Test
    void threadsOfTheViewAreNotTheTargetsOwn() {
        assertThat(ONE.ownThreadsPeak()).isEqualTo(44);
        assertThat(ONE.withViewThreads(10).ownThreadsPeak()).isEqualTo(40);
    }

    @Test
    void withoutAViewAllThreadsAreTheTargetsOwn() {
        var fromOutside = Jvm.ofCounters(50, 2, 12, 84.5);

        assertThat(fromOutside.ownThreadsPeak()).isEqualTo(50);
    }

    @Test
    void theNumberOfItsThreadsIsAllThatTheViewAdds() {
        assertThat(ONE.withViewThreads(10))
                .isEqualTo(Copy.of(ONE).with("viewThreads", Optional.of(10)).made());
    }

    @Test
    void countersReadFromOutsideHaveNoHeap() {
        var fromOutside = Copy.of(SPRING)
                .with("jvm", Optional.of(Jvm.ofCounters(50, 2, 12, 84.5)))
                .made();

        assertThat(fromOutside.heapPeakBytes()).isEmpty();
        assertThat(fromOutside.collections()).contains(12L);
    }

    @Test
    void heapAndCollectionsAreThoseOfTheJvm() {
        assertThat(SPRING.heapPeakBytes()).contains(900L);
        assertThat(SPRING.collections()).contains(12L);
        assertThat(SPRING.collectionMillis()).contains(84.5);
    }

    @Test
    void heapAndCollectionsAreThoseOfNode() {
        var express = Windows.onNode(SPRING);

        assertThat(express.heapPeakBytes()).contains(50L << 20);
        assertThat(express.collections()).contains(21L);
        assertThat(express.collectionMillis()).contains(142.0);
    }

    @Test
    void aProgramThatDoesNotTellHasNoHeap() {
        var other = Copy.of(SPRING).with("jvm", Optional.empty()).made();

        assertThat(other.heapPeakBytes()).isEmpty();
        assertThat(other.collections()).isEmpty();
        assertThat(other.collectionMillis()).isEmpty();
    }
}
