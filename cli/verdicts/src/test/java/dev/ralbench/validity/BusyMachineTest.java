package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reasons as runs on a busy machine had them. */
class BusyMachineTest {
    private static final String BUSY =
            "other programs took 94.4 % of the CPUs in the whole load (at most 5.0 %), while an"
                    + " event loop waited for one in 54.5 % of the time: end what else runs there, unless it is a part of the service";
    private static final String LATE =
            "at 16 users the generator's event loops were late by 1331.2 ms (p91.7), 251169.6 %"
                    + " of the median response time (at most 10.0 %): response times may be too long by up to that";
    private static final String FAILED = "20.0 % of all requests failed (at most 5.0 %)";

    @ParameterizedTest
    @ValueSource(
            strings = {
                LATE,
                "offered 62.8 user-seconds instead of 64.0 (at most 0.8 off)",
                "ralbench as a whole stood still for 1532 ms at 16 users (at most 100): others had its CPUs",
                "ralbench as a whole stood still for 427 ms at 16 users (at most 100): it was suspended (by a signal, a"
                        + " debugger, a frozen control group), or the machine was",
                "an event loop stood still for 120 ms at 16 users (at most 100): its JVM held all threads, as for a heap"
                        + " dump",
                "at 16 users an event loop waited for a CPU in 97.9 % (at most 20.0 %) of the time in which it had work,"
                        + " 173.3 % of all time: response times may be too long; run it again when nothing else runs",
                "an event loop had something to do in 100.0 % of the time at 16 users (at most 90.0 %): the generator was"
                        + " the limit, or near it",
                "ralbench's own garbage collections took 2.2 % of the time at 16 users (at most 2.0 %)",
                "ralbench's JVM held all of its threads, other than for garbage, for 2.4 % of the time at 16 users (at"
                        + " most 2.0 %): it was looked into, or made a dump",
                "level 16: Little's law is off by +3.1 % (at most 2.0 %): the ledgers disagree",
            })
    void aConsequenceIsAFigureBehindTheCause(String consequence) {
        assertThat(BusyMachine.told(List.of(consequence, BUSY)))
                .containsExactly("other programs used 94 % of the CPUs: run it again when they have ended;"
                        + " ralbench report --details has 1 more figure");
        assertThat(BusyMachine.told(List.of(consequence)))
                .as("without the cause it stays as it is")
                .containsExactly(consequence);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FAILED,
                "ralbench as a whole stood still for 1532 ms at 16 users (at most 100): its garbage was collected",
                "the limit on its CPU time let ralbench stand still for 3.0 % of the time at 16 users (at most 1.0 %): give"
                        + " its control group, or container, more",
            })
    void aReasonOfItsOwnStays(String reason) {
        assertThat(BusyMachine.told(List.of(reason, BUSY, LATE)))
                .containsExactly(
                        "other programs used 94 % of the CPUs: run it again when they have ended;"
                                + " ralbench report --details has 1 more figure",
                        reason);
    }

    @Test
    void severalTrialsHaveOneLine() {
        var other = BUSY.replace("94.4", "71.1");

        assertThat(BusyMachine.told(List.of(List.of(other, LATE), List.of(BUSY, FAILED), List.of(FAILED))))
                .containsExactly(
                        "other programs used up to 94 % of the CPUs: run it again when they have ended;"
                                + " ralbench report --details has 1 more figure",
                        FAILED);
    }

    @Test
    void programsOnTheGeneratorsOwnCpusAreTheSameCause() {
        var own =
                "others took 31.0 % of the generator's own CPUs at 16 users (at most 10.0 %): end what else runs there";

        assertThat(BusyMachine.told(List.of(own, LATE)))
                .singleElement()
                .asString()
                .startsWith("other programs used 31 % of the CPUs");
    }
}
