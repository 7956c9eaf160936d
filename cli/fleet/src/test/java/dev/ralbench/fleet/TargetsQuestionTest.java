package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.MachineCpu;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.measurement.TargetMachine;
import dev.ralbench.result.RecordJson;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.service.ProbeSample;
import dev.ralbench.trial.HostedTarget;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TargetsQuestionTest {
    private static final PoolUse POOL =
            new PoolUse(PoolUse.Resource.THREADS, OptionalInt.of(8), 3, 2.5, OptionalInt.empty(), 4);

    @ParameterizedTest
    @EnumSource(TargetsQuestion.Kind.class)
    void aQuestionArrivesAsItWasAsked(TargetsQuestion.Kind kind) {
        var read = TargetsQuestion.read(TargetsQuestion.of(kind, 70_000, new TargetsMessage.Server("mysql"))
                .bytes());

        assertThat(read.kind()).isEqualTo(kind);
        assertThat(read.target()).isEqualTo(70_000);
        assertThat(RecordJson.read(read.content(), TargetsMessage.Server.class).name())
                .isEqualTo("mysql");
    }

    @Test
    void otherBytesAreNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> TargetsQuestion.read(new byte[] {1, 0, 0}));
        assertThatIllegalArgumentException().isThrownBy(() -> TargetsQuestion.read(new byte[] {99, 0, 0, 0, 1}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordJson.read(new byte[] {'{'}, TargetsMessage.Window.class));
    }

    @Test
    void answersArriveAsTheyWereGiven() {
        var machine = new TargetMachine(2, 0.5, Optional.of(0.01), new MachineCpu(4, 3, Optional.empty()));
        var view = new InsideView(
                        "jmx+proc",
                        1.5,
                        1 << 20,
                        40,
                        Map.of("http", 12),
                        7,
                        8,
                        Optional.of(0.1),
                        Optional.empty(),
                        Optional.of(new InsideView.Processes(1, 0, true, Optional.of("process 7 (node)"))),
                        Optional.of(new InsideView.Jvm(
                                30,
                                InsideView.PeakScope.PROCESS_START,
                                Optional.of(6),
                                Optional.of(2L),
                                Optional.of(5L),
                                Optional.empty(),
                                3,
                                4.5,
                                Optional.of(6L))),
                        Optional.empty(),
                        Optional.of(Map.of("tomcat", POOL)),
                        Optional.of(new InsideView.BusyThread(Optional.of("main"), 9, true, 0.7)))
                .on(Optional.of(machine));
        var sample = new ProbeSample(
                new ProbeSample.Kernel(4, Optional.of(Map.of("java", 4)), 5, 0.25),
                new ProbeSample.Inside(Optional.of(1L), Optional.empty(), Optional.of(2.5), Optional.of(0.1)),
                OptionalInt.of(3),
                Map.of("tomcat", POOL));

        assertArrives(new TargetsMessage.Window(Optional.of(view)));
        assertArrives(new TargetsMessage.Window(Optional.empty()));
        assertArrives(new TargetsMessage.Sample(Optional.of(sample)));
        assertArrives(new TargetsMessage.Pools(Map.of("tomcat", POOL)));
        assertArrives(new TargetsMessage.Ask(true));
        assertArrives(new TargetsMessage.Counts(Optional.of(new ServedCounts(1L << 40, 2, 3))));
        assertArrives(new HostedTarget.Look(false, Map.of("mysql", true), new ProbeGlance(1, 2, Optional.of(3L), 0.5)));
        assertArrives(new HostedTarget.Ending("its last line\n", Optional.of("engine")));
    }

    private static void assertArrives(Record given) {
        assertThat(RecordJson.<Record>read(RecordJson.bytes(given), type(given)))
                .isEqualTo(given);
    }

    @SuppressWarnings("unchecked")
    private static Class<Record> type(Record given) {
        return (Class<Record>) given.getClass();
    }
}
