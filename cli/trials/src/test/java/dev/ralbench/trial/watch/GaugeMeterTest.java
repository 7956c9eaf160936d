package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.LoopLag;
import dev.ralbench.process.ProcFs;
import dev.ralbench.testing.FakeClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GaugeMeterTest {
    @TempDir
    private Path proc;

    private final FakeClock clock = new FakeClock();
    private final SelfWatch watch = new SelfWatch(LoopLag.of(List.of()), new Standstill(clock), List.of(7L, 8L, 9L));

    private void write(String file, String text) throws IOException {
        int name = file.lastIndexOf('/');
        var directory = Files.createDirectories(proc.resolve(file.substring(0, name)));
        Files.writeString(directory.resolve(file.substring(name + 1)), text);
    }

    private void schedules(String first, String second) throws IOException {
        write("self/task/7/schedstat", first + " 12\n");
        write("self/task/8/schedstat", second + " 15\n");
    }

    /** On files as a Linux 6.18 wrote them. */
    private void machine(long faults, long swappedKilobytes, long stalledMicros, long timeWait) throws IOException {
        write("self/stat", "4711 (java (x)) S 1 1 1 0 -1 4194304 901 0 " + faults + " 0 5 6 0 0 20 0 30 0 99 1 1\n");
        write("self/status", "Name:\tjava\nVmRSS:\t 9 kB\nVmSwap:\t  " + swappedKilobytes + " kB\n");
        write(
                "pressure/memory",
                "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + stalledMicros
                        + "\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=77\n");
        write(
                "self/net/sockstat",
                "sockets: used 17\nTCP: inuse 1 orphan 0 tw " + timeWait + " alloc 1 mem 230\nUDP: inuse 0 mem 0\n");
        write("sys/net/ipv4/ip_local_port_range", "40000\t40199\n");
    }

    @Test
    void whatGrowsIsOfTheWindowInWhichItGrew() throws IOException {
        machine(3, 0, 1_000_000, 5);
        schedules("100 50", "7000000000 9000000000");
        var meter = new GaugeMeter(watch, 3, new ProcFs(proc));
        meter.nextWindow();

        machine(10, 64, 1_250_000, 150);
        schedules("1000000100 300000050", "7500000000 9200000000");
        var gauges = meter.nextWindow();

        assertThat(gauges.waits().queuedSeconds())
                .as("the loop that waited longer")
                .hasValue(0.3);
        assertThat(gauges.waits().loopCpuSeconds()).hasValue(1.0);
        assertThat(gauges.memory().majorFaults()).hasValue(7L);
        assertThat(gauges.memory().ownSwapBytes()).hasValue(65_536L);
        assertThat(gauges.memory().memoryStallSeconds()).hasValue(0.25);
        assertThat(gauges.supplies().timeWaitSockets()).hasValue(150L);
        assertThat(gauges.supplies().localPorts()).as("of three addresses").hasValue(600L);
        assertThat(gauges.supplies().descriptorsLeft().orElseThrow()).isPositive();
        assertThat(meter.nextWindow().waits().queuedSeconds()).hasValue(0.0);
    }

    @Test
    void whatTheKernelDoesNotTellIsNotKnown() {
        var gauges = new GaugeMeter(watch, 1, new ProcFs(proc.resolve("none"))).nextWindow();

        assertThat(gauges.waits().queuedSeconds()).isEmpty();
        assertThat(gauges.memory().majorFaults()).isEmpty();
        assertThat(gauges.memory().ownSwapBytes()).isEmpty();
        assertThat(gauges.memory().memoryStallSeconds()).isEmpty();
        assertThat(gauges.supplies().timeWaitSockets()).isEmpty();
        assertThat(gauges.supplies().localPorts()).isEmpty();
    }
}
