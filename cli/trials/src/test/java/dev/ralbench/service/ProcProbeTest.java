package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.measurement.InsideView.BusyThread;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.testing.FakeClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On files as a Linux 6.18 wrote them. */
class ProcProbeTest {
    private static final String STATUS = """
            Name:\tjava
            Umask:\t0022
            State:\tS (sleeping)
            Pid:\t4711
            PPid:\t12
            NSpid:\t4711\t7
            VmHWM:\t  206848 kB
            VmRSS:\t  181300 kB
            Threads:\t85
            voluntary_ctxt_switches:\t57
            nonvoluntary_ctxt_switches:\t3
            """;

    @TempDir
    Path root;

    private ProcFs proc;

    @BeforeEach
    void proc() {
        proc = new ProcFs(root);
    }

    @Test
    void whereThePeakCannotBeResetThePolledMaximumHasToDo() throws IOException {
        write("10/stat", stat(10, "java", 'S', 1, 20));
        write("10/status", STATUS);
        var members = new ProcessFamily(proc, 10).members();
        Files.createDirectories(root.resolve("10/clear_refs"));
        var peak = new ResidentPeak(proc, new FakeClock());

        peak.beginWindow(members);
        write("10/status", STATUS.replace("181300", "190000"));
        peak.poll(members);
        write("10/status", STATUS);
        peak.poll(members);

        assertThat(peak.bytes()).isEqualTo(190_000L * 1024);
    }

    /** A process of a program, with a peak of 100 MiB and a resident set of 90. */
    private void process(long pid, String program, String memory) throws IOException {
        write(pid + "/stat", stat(pid, "worker", 'S', pid == 10 ? 1 : 10, 1));
        write(pid + "/status", "VmHWM:\t102400 kB\nVmRSS:\t92160 kB\n");
        write(pid + "/clear_refs", "");
        Files.createSymbolicLink(root.resolve(pid + "/exe"), Path.of(program));
        if (!memory.isEmpty()) {
            write(pid + "/smaps_rollup", "5600-7fff ---p 00000000 00:00 0 [rollup]\n" + memory);
        }
    }

    private ResidentPeak peak() {
        var peak = new ResidentPeak(proc, new FakeClock());
        peak.beginWindow(new ProcessFamily(proc, 10).members());
        peak.endWindow(new ProcessFamily(proc, 10).members());
        return peak;
    }

    @Test
    void pagesThatProcessesOfAProgramShareCountOnce() throws IOException {
        for (long pid : new long[] {10, 11, 12}) {
            process(pid, "/no/python3", "Rss: 92160 kB\nPss: 32160 kB\n");
        }
        var members = new ProcessFamily(proc, 10).members();

        var peak = peak();

        assertThat(peak.bytes()).isEqualTo(3 * (102_400L - 60_000) * 1024);
        assertThat(peak.isSharedCounted()).isFalse();
        assertThat(peak.bytesNow(members)).isEqualTo(3 * 32_160L * 1024);
    }

    @Test
    void differentProgramsHardlyShareSoThatOneOfEachKeepsItsResidentSet() throws IOException {
        process(10, "/no/sh", "Rss: 92160 kB\nPss: 32160 kB\n");
        process(11, "/no/java", "Rss: 92160 kB\nPss: 32160 kB\n");

        assertThat(peak().bytes()).isEqualTo(2 * 102_400L * 1024);
        assertThat(peak().isSharedCounted()).isFalse();
    }

    @Test
    void whereSharesAreUnreadableTheSumSaysSo() throws IOException {
        process(10, "/no/python3", "");
        process(11, "/no/python3", "");

        assertThat(peak().bytes()).isEqualTo(2 * 102_400L * 1024);
        assertThat(peak().isSharedCounted()).isTrue();
    }

    @Test
    void workersThatEndAtTheSameMomentAreNotUnreadable() throws IOException {
        process(10, "/no/python3", "Rss: 92160 kB\nPss: 92160 kB\n");
        process(11, "/no/python3", "");
        write("11/status", "Name:\tpython3\n");

        assertThat(peak().bytes()).isEqualTo(102_400L * 1024);
        assertThat(peak().isSharedCounted()).isFalse();
    }

    /** A millisecond later at each look at it, so that everything takes time. */
    private static final class TickingClock implements Clock {
        private long millis;

        @Override
        public long nanoTime() {
            return ++millis * 1_000_000;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    }

    @Test
    void sharesAreAskedForAgainOnlyAfterARestUnlessTheWindowEnds() throws IOException {
        process(10, "/no/python3", "Rss: 92160 kB\nPss: 46080 kB\n");
        process(11, "/no/python3", "Rss: 92160 kB\nPss: 46080 kB\n");
        var members = new ProcessFamily(proc, 10).members();
        var peak = new ResidentPeak(proc, new TickingClock());
        peak.beginWindow(members);
        long first = peak.bytes();
        write("10/status", "VmHWM:\t202400 kB\nVmRSS:\t92160 kB\n");

        peak.poll(members);
        assertThat(peak.bytes()).isEqualTo(first);
        peak.endWindow(members);
        assertThat(peak.bytes()).isEqualTo(first + 100_000L * 1024);
    }

    @Test
    void figuresStayWhatWasLastSeenWhenTheProcessHasEnded() throws IOException {
        write("10/stat", stat(10, "java", 'S', 1, 20));
        write("10/status", STATUS);
        write("10/task/10/status", STATUS);
        var probe = new ProcProbe(proc, new ProcessFamily(proc, 10), Optional.empty(), Clock.system());
        write("10/stat", stat(10, "java", 'S', 1, 30).replace(" 250 ", " 450 "));
        probe.poll();
        Files.delete(root.resolve("10/stat"));
        Files.delete(root.resolve("10/status"));

        var last = probe.nextWindow();

        assertThat(last.cpuSeconds()).isEqualTo(2.0);
        assertThat(last.threadsPeak()).isEqualTo(30);
        assertThat(last.residentPeakBytes()).isEqualTo(206_848L * 1024);
        assertThat(last.threads().groupsPeak()).containsEntry("java", 1);
        assertThat(probe.nextWindow().cpuSeconds()).isZero();
    }

    @Test
    void theTimeOfCompilersIsThatOfTheirThreads() throws IOException {
        write("10/stat", stat(10, "java", 'S', 1, 20));
        write("10/status", STATUS);
        write("10/task/11/status", STATUS.replace("java", "C2 CompilerThre"));
        write("10/task/11/stat", stat(11, "C2 CompilerThre", 'S', 1, 20));
        write("10/task/12/status", STATUS.replace("java", "http-nio-8080-e"));
        write("10/task/12/stat", stat(12, "http-nio-8080-e", 'S', 1, 20));
        var probe = new ProcProbe(proc, new ProcessFamily(proc, 10), Optional.empty(), Clock.system());
        write("10/task/11/stat", stat(11, "C2 CompilerThre", 'S', 1, 20).replace(" 250 ", " 370 "));
        write("10/task/12/stat", stat(12, "http-nio-8080-e", 'S', 1, 20).replace(" 250 ", " 700 "));

        assertThat(probe.nextWindow().threads().totals().compilerTicks()).isEqualTo(120);
        assertThat(probe.nextWindow().threads().totals().compilerTicks()).isZero();
    }

    @Test
    void theBusiestThreadIsTheOneThatUsedTheMostInTheWindow() throws IOException {
        write("10/stat", stat(10, "java", 'S', 1, 20));
        write("10/status", STATUS);
        for (var thread : Map.of(10, "java", 11, "C2 CompilerThre", 12, "jobs", 13, "java")
                .entrySet()) {
            write("10/task/" + thread.getKey() + "/status", STATUS.replace("java", thread.getValue()));
            write("10/task/" + thread.getKey() + "/stat", stat(thread.getKey(), thread.getValue(), 'S', 1, 20));
        }
        var clock = new FakeClock();
        var probe = new ProcProbe(proc, new ProcessFamily(proc, 10), Optional.empty(), clock);
        write("10/task/11/stat", stat(11, "C2 CompilerThre", 'S', 1, 20).replace(" 250 ", " 990 "));
        write("10/task/12/stat", stat(12, "jobs", 'S', 1, 20).replace(" 250 ", " 260 "));

        clock.advance(Duration.ofMillis(100));
        assertThat(probe.nextWindow().threads().busiest())
                .as("a glance in a pause")
                .isEmpty();
        write("10/task/12/stat", stat(12, "jobs", 'S', 1, 20).replace(" 250 ", " 410 "));
        clock.advance(Duration.ofSeconds(1));
        assertThat(probe.nextWindow().threads().busiest())
                .as("without what was used in the pause")
                .contains(new BusyThread(Optional.of("jobs"), 12, false, 1.5));
        clock.advance(Duration.ofSeconds(1));
        assertThat(probe.nextWindow().threads().busiest()).as("idle").isEmpty();

        write("10/task/10/stat", stat(10, "java", 'S', 1, 20).replace(" 250 ", " 251 "));
        write("10/task/13/stat", stat(13, "java", 'S', 1, 20).replace(" 250 ", " 350 "));
        clock.advance(Duration.ofSeconds(1));
        assertThat(probe.nextWindow().threads().busiest())
                .as("without a name of its own")
                .contains(new BusyThread(Optional.empty(), 13, false, 1));
        write("10/task/10/stat", stat(10, "java", 'S', 1, 20).replace(" 250 ", " 451 "));
        clock.advance(Duration.ofSeconds(1));
        assertThat(probe.nextWindow().threads().busiest()).contains(new BusyThread(Optional.of("java"), 10, true, 2));
    }

    private static String stat(long pid, String name, char state, long parent, int threads) {
        return pid + " (" + name + ") " + state + " " + parent
                + " 4711 4711 34816 4711 4194560 30 0 0 0 250 50 7 3 20 0 " + threads
                + " 0 9000 2500000 45325 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0\n";
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
