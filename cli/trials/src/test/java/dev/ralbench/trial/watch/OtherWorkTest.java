package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherWorkTest {
    @TempDir
    private Path proc;

    /** Ticks of programs on CPUs 1 and 3; what was done on 0 and for interrupts does not count. */
    private void machine(int one, int three, int others) throws IOException {
        Files.writeString(proc.resolve("stat"), """
                        cpu  9 9 9 9 9 9 9 9 0 0
                        cpu0 %3$d 0 %3$d 500 0 0 0 0 0 0
                        cpu1 %1$d 2 3 500 0 %3$d %3$d 0 0 0
                        cpu2 %3$d 0 %3$d 500 0 0 0 0 0 0
                        cpu3 %2$d 0 0 500 0 0 0 0 0 0
                        intr 12 0 0
                        """.formatted(one, three, others));
    }

    private OtherWork work(Optional<CpuSet> own) {
        return new OtherWork(new ProcFs(proc), own);
    }

    @Test
    void workOfOthersIsTheBusyTimeOfTheCpusWithoutTheGenerators() throws IOException {
        machine(100, 200, 0);
        var work = work(Optional.of(CpuSet.of(1, 3)));

        machine(200, 300, 700);

        assertThat(work.nextWindow(4, 1.2).orElseThrow())
                .as("two seconds on two CPUs in four seconds, 1.2 of them ralbench's")
                .isCloseTo(0.1, within(1e-9));
        assertThat(work.nextWindow(4, 0)).as("nothing since").hasValue(0.0);
    }

    @Test
    void coarseTicksNeverMakeItLessThanNothing() throws IOException {
        machine(100, 200, 0);
        var work = work(Optional.of(CpuSet.of(1)));

        machine(101, 200, 0);

        assertThat(work.nextWindow(1, 0.02)).hasValue(0.0);
    }

    @Test
    void withoutCpusOfItsOwnThereIsNothingToSay() throws IOException {
        machine(100, 200, 0);

        assertThat(work(Optional.empty()).nextWindow(1, 0)).isEmpty();
        Files.delete(proc.resolve("stat"));
        assertThat(work(Optional.of(CpuSet.of(1))).nextWindow(1, 0)).isEmpty();
    }
}
