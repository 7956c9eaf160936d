package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        var peak = new ResidentPeak(proc);

        peak.beginWindow(members);
        write("10/status", STATUS.replace("181300", "190000"));
        peak.look(members);
        write("10/status", STATUS);
        peak.look(members);

        assertThat(peak.bytes()).isEqualTo(190_000L * 1024);
    }

    @Test
    void figuresStayWhatWasLastSeenWhenTheProcessHasEnded() throws IOException {
        write("10/stat", stat(10, "java", 'S', 1, 20));
        write("10/status", STATUS);
        write("10/task/10/status", STATUS);
        var probe = new ProcProbe(proc, new ProcessFamily(proc, 10), Clock.system());
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
        var probe = new ProcProbe(proc, new ProcessFamily(proc, 10), Clock.system());
        write("10/task/11/stat", stat(11, "C2 CompilerThre", 'S', 1, 20).replace(" 250 ", " 370 "));
        write("10/task/12/stat", stat(12, "http-nio-8080-e", 'S', 1, 20).replace(" 250 ", " 700 "));

        assertThat(probe.nextWindow().threads().totals().compilerTicks()).isEqualTo(120);
        assertThat(probe.nextWindow().threads().totals().compilerTicks()).isZero();
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
