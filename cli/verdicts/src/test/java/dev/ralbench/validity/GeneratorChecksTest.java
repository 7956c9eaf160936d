package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.measurement.GeneratorGauges;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.Strains;
import dev.ralbench.testing.Usages;
import dev.ralbench.testing.Windows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every figure that can speak against the generator does so beyond its limit, and not within. */
class GeneratorChecksTest {
    private static final Ceiling CEILING = new Ceiling(64, 1e6, Optional.empty(), Optional.empty());
    private static final double SECONDS = 10;
    private static final String NO_DOUBT = "-";

    private static List<CheckFinding> findings(GeneratorUsage usage, Map<String, Long> failures) {
        return findings(Windows.level(20, 0, SECONDS, 50).with(Optional.empty(), Optional.of(usage)), failures);
    }

    private static List<CheckFinding> findings(WindowMeasurement level, Map<String, Long> failures) {
        var evidence = new TrialEvidence(
                new Measurement(List.of(level), level, new Series(0.25, List.of()), failures, ""),
                LoadPlan.of(new LoadShape.ConstantUsers(20, Duration.ofSeconds(10)), Duration.ofSeconds(2))
                        .timeline(),
                Status.COMPLETE,
                CEILING,
                List.of(),
                Optional.empty());
        return GeneratorChecks.all().stream()
                .flatMap(check -> check.findings(evidence))
                .toList();
    }

    private static List<CheckFinding> findings(GeneratorGauges gauges) {
        return findings(Usages.gauged(Usages.calm(SECONDS), gauges), Map.of());
    }

    private static List<CheckFinding> findings(GeneratorUsage usage, GeneratorGauges gauges) {
        return findings(Usages.gauged(usage, gauges), Map.of());
    }

    private static String reasons(List<CheckFinding> findings) {
        return findings.stream().map(CheckFinding::reason).collect(Collectors.joining("; "));
    }

    @Test
    void anUnhinderedGeneratorHasNoFindings() {
        assertThat(findings(Usages.UNHINDERED)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            0.19; -
            0.21; held all of its threads, other than for garbage, for 2.1 % of the time at 20 users
            """)
    void threadsThatTheJvmHolds(double safepoints, String reason) {
        expect(findings(Strains.standstill(0.4, safepoints + 0.002, 0)), reason);
    }

    /** Ten seconds, of which the loop ran for 1.2. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            0.29; -
            0.31; at 20 users an event loop waited for a CPU in 20.5 % (at most 20.0 %) of the time in which it had work, 3.1 % of all time
            """)
    void othersOnTheSameCpu(double queued, String reason) {
        expect(findings(late(3), Strains.queued(queued, 1.2)), reason);
    }

    /**
     * The same timers, of which three in a hundred are late, next to response times of the same median: of times that differ by
     * much more no percentile changes.
     */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            3; 200; 0.5; -
            3; 53;  0.5; at 20 users an event loop waited for a CPU
            6; 200; 0.1; -
            6; 53;  0.1; at 20 users the generator's event loops were late by 5.9 ms (p98.0), 11.5 % of the median response time
            """)
    void lateTimersCountByWhatTheyDoToPercentiles(double late, double slowest, double queued, String reason) {
        var timers = Distributions.between(970, 0.05, 0.1).plus(Distributions.between(30, late * 0.98, late));
        var usage = Usages.gauged(Usages.hampered(Usages.calm(SECONDS), 0, 0, timers), Strains.queued(queued, 1.2));
        var level = Copy.of(Windows.level(20, 0, SECONDS, 50))
                .with(
                        "requests.successful",
                        Distributions.between(3_000, 48, 52).plus(Distributions.between(2_000, 52, slowest)))
                .made();

        expect(findings(level.with(Optional.empty(), Optional.of(usage)), Map.of()), reason);
    }

    /**
     * 4 000 responses of 51 ms, whose percentiles a few late timers do not change: the loop waited for so many seconds. Two
     * loops have twice as many timers.
     */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            1000; 6.0; -
            1000; 6.3; at 20 users an event loop waited for a CPU
            2000; 3.2; at 20 users an event loop waited for a CPU
            """)
    void waitsThatTimersDoNotSeeCountByTheirSum(long timers, double queued, String reason) {
        var late = Distributions.between(timers * 97 / 100, 0.05, 0.1)
                .plus(Distributions.between(timers * 3 / 100, 2.9, 3));
        var usage = Usages.gauged(Usages.hampered(Usages.calm(SECONDS), 0, 0, late), Strains.queued(queued, 1.2));
        var level = Copy.of(Windows.level(20, 0, SECONDS, 50))
                .with(
                        "requests.successful",
                        Distributions.between(2_400, 28, 52).plus(Distributions.between(1_600, 52, 83)))
                .made();

        expect(findings(level.with(Optional.empty(), Optional.of(usage)), Map.of()), reason);
    }

    @Test
    void manyWaitsThatMakeNothingLateAreNoFinding() {
        assertThat(findings(late(0.5), Strains.queued(0.5, 1.2))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            0.1; 8.8; -
            0.1; 9.0; an event loop had something to do in 91.0 % of the time at 20 users
            """)
    void aLoopThatIsBusyAllTheTime(double queued, double ran, String reason) {
        expect(findings(Strains.queued(queued, ran)), reason);
    }

    @ParameterizedTest
    @CsvSource({"0.7, true", "0.8, false"})
    void moreEventLoopsHelpWhereCpusAreIdle(double machineBusyShare, boolean isRemedy) {
        var usage = Copy.of(Usages.calm(SECONDS))
                .with("machine.processors", 2)
                .with("machine.machineBusyShare", machineBusyShare)
                .made();

        assertThat(findings(usage, Strains.queued(0.1, 9.0)))
                .filteredOn(finding -> finding.reason().startsWith("an event loop had something to do"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.remedy()
                                .filter(Remedy.MORE_EVENT_LOOPS::equals)
                                .isPresent())
                        .isEqualTo(isRemedy));
    }

    /** Its timers, by so many milliseconds. */
    private static GeneratorUsage late(double millis) {
        return Usages.hampered(Usages.calm(SECONDS), 0, 0, Distributions.between(1000, millis, millis));
    }

    @Test
    void aLoopThatHasNextToNothingToDoMayWaitForIt() {
        assertThat(findings(Strains.queued(0.14, 0.1))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            49; -
            51; set forward by 51 ms
            -49; -
            -2000; set back by 2000 ms
            """)
    void stepsOfTheClock(double millis, String reason) {
        expect(findings(Strains.clockStep(millis)), reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            499; 0; 0; -
            510; 0; 0; 51 of its pages per second had to be read from a disk
            0; 1048576; 0; 1.0 MiB of ralbench's own memory lay in swap space
            0; 0; 0.09; -
            0; 0; 0.2; tasks waited for it in 2.0 % of the time at 20 users
            """)
    void memory(long faults, long swapped, double stalled, String reason) {
        expect(findings(Strains.memory(faults, swapped, stalled)), reason);
    }

    /** Twenty users of 200 ports. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            69; 200; -
            71; 200; 71 sockets in TIME_WAIT
            2; 24; -
            """)
    void portsOfClosedConnections(long waiting, long ports, String reason) {
        expect(findings(Strains.ports(waiting, ports)), reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            16; 0.9; -
            15; 0.5; file descriptors were used up: 15 were left
            -40; 0.5; -40 were left
            900; 0.91; heap was full to 91.0 %
            """)
    void descriptorsAndHeap(long left, double heap, String reason) {
        expect(findings(Strains.room(left, heap)), reason);
    }

    private static void expect(List<CheckFinding> findings, String reason) {
        if (reason.equals(NO_DOUBT)) {
            assertThat(findings).isEmpty();
        } else {
            assertThat(findings).hasSize(1);
            assertThat(reasons(findings)).contains(reason);
        }
    }

    /** Whole process, one loop, and what else there was in the same ten seconds. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            90;   90;  0;   0;   0;   VALID; -
            300;  300; 0;   0;   0;   SUSPECT; ralbench as a whole stood still for 300 ms in the whole load (at most 100): it was suspended
            1200; 1200; 0;  0;   0;   INVALID; ralbench as a whole stood still for 1200 ms in the whole load (at most 100): it was suspended
            1200; 10;  0;   0;   0;   VALID; -
            10;   300; 0;   0;   0;   SUSPECT; an event loop stood still for 300 ms in the whole load (at most 100): its thread was blocked, suspended
            150;  150; 0.1; 0;   0;   SUSPECT; (at most 100): its garbage was collected
            300;  300; 0;   0.2; 0;   SUSPECT; (at most 100): its JVM held all threads
            300;  300; 0;   0;   200; SUSPECT; (at most 100): others had its CPUs
            """)
    void standstills(
            double whole,
            double loop,
            double collected,
            double safepoints,
            double queued,
            ValidityLevel verdict,
            String reason) {
        LatencyDistribution lag =
                Distributions.between(2, 0.1, 0.2).plus(Distributions.between(1, loop / 1.1, loop / 1.1));
        var usage = Usages.gauged(
                Usages.hampered(Usages.calm(SECONDS), 0, collected, lag),
                Strains.standstill(whole, safepoints, queued));
        var finding = StandstillCheck.of(new Measurement(
                List.of(),
                Windows.level(20, 0, SECONDS, 50).with(Optional.empty(), Optional.of(usage)),
                new Series(0.25, List.of()),
                Map.of(),
                ""));

        assertThat(finding.map(CheckFinding::validity).orElse(ValidityLevel.VALID))
                .isEqualTo(verdict);
        finding.ifPresent(said -> assertThat(said.reason()).contains(reason));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            cannot assign requested address; 7 times no local port was free
            can't assign requested address; 7 times no local port was free
            too many open files in system; 7 times no file descriptor was left
            OutOfMemoryError: Java heap space; 7 times ralbench's memory was full
            OutOfMemoryError: unable to create native thread; 7 times no thread could be started
            connection refused; -
            """)
    void failuresOfTheGeneratorAreNotTheTargets(String detail, String reason) {
        var findings = findings(Usages.calm(SECONDS), Map.of(detail, 7L, "status 503", 2L));
        expect(findings, reason);
        assertThat(findings).allMatch(finding -> finding.validity() == ValidityLevel.INVALID);
    }
}
