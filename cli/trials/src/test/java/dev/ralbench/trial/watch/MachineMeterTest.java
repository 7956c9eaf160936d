package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.MachineCpu;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import dev.ralbench.trial.Idle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineMeterTest {
    @TempDir
    private Path proc;

    private void stat(String first, String second) throws IOException {
        Files.writeString(proc.resolve("stat"), "cpu  sum of both\ncpu0 " + first + "\ncpu1 " + second + "\nctxt 7\n");
    }

    private void swapped(long in, long out) throws IOException {
        Files.writeString(
                proc.resolve("vmstat"), "nr_free_pages 1\npswpin " + in + "\npswpout " + out + "\npgfault 9\n");
    }

    private static MachineMeter meter(Path root) {
        return new MachineMeter(new ProcFs(root), Idle.scope());
    }

    @Test
    void stealIsAShareOfTheTimeOfAllCpusSinceTheLastCall() throws IOException {
        //   user nice system idle iowait irq softirq steal guest guest_nice
        stat("100 0 100 800 0 0 0 50 10 0", "100 0 100 800 0 0 0 0 0 0");
        swapped(3, 4);
        var meter = meter(proc);
        stat("130 0 100 850 0 0 0 70 40 0", "150 0 150 800 0 0 0 0 0 0");
        swapped(3, 6);

        var seen = meter.nextWindow();
        assertThat(seen.stealShare())
                .as("20 of 200; guests' time is in the user's")
                .hasValue(0.1);
        assertThat(seen.swappedPages()).hasValue(2L);
        assertThat(seen.cpu())
                .as("30 ticks on one, 100 on the other; 10 ms each")
                .hasValue(new MachineCpu(2, 1.3, Optional.of(0.0)));

        stat("230 0 100 850 0 0 0 70 40 0", "150 0 150 900 0 0 0 0 0 0");
        assertThat(meter.nextWindow())
                .isEqualTo(new MachineMeter.MachineReading(
                        Optional.of(0.0),
                        Optional.of(0.5),
                        Optional.of(new MachineCpu(2, 1, Optional.of(0.0))),
                        Optional.of(0L)));
    }

    /** The kernel counts programs with a lower priority in a column of their own. */
    @Test
    void timeOfServicesThatGiveWayIsWorkAsAnyOther() throws IOException {
        stat("100 0 0 800 0 0 0 0 0 0", "100 0 0 800 0 0 0 0 0 0");
        var meter = meter(proc);
        stat("110 90 0 800 0 0 0 0 0 0", "100 60 0 840 0 0 0 0 0 0");

        var seen = meter.nextWindow();
        assertThat(seen.cpu()).hasValue(new MachineCpu(2, 1.6, Optional.of(0.0)));
        assertThat(seen.busyShare()).hasValue(0.8);
    }

    @Test
    void onlyCpusThatTheRunMayUseCount() throws IOException {
        stat("100 0 0 800 0 0 0 0 0 0", "100 0 0 800 0 0 0 0 0 0");
        var meter = new MachineMeter(new ProcFs(proc), Idle.scope(CpuSet.of(1)));
        stat("200 0 0 800 0 0 0 0 0 0", "120 0 0 860 0 10 10 0 0 0");

        var seen = meter.nextWindow();
        assertThat(seen.cpu()).hasValue(new MachineCpu(1, 0.2, Optional.of(0.0)));
        assertThat(seen.busyShare()).as("interrupts are work, too").hasValue(0.4);
    }

    @Test
    void aMachineThatDoesNotSayIsNotKnown() {
        var seen = meter(proc.resolve("none")).nextWindow();
        assertThat(seen.stealShare()).isEmpty();
        assertThat(seen.cpu()).isEmpty();
        assertThat(seen.swappedPages()).isEmpty();
    }
}
