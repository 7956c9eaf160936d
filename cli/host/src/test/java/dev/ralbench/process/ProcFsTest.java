package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** On files as a Linux 6.18 wrote them. */
class ProcFsTest {
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
    void theLocalPortsOfThisVeryMachineAreRead() {
        assertThat(ProcFs.ofThisMachine().localPorts())
                .hasValueSatisfying(ports -> assertThat(ports.count()).isPositive());
    }

    @Test
    void timesAreReadBehindANameWithSpacesAndParentheses() throws IOException {
        write("4711/stat", stat(4711, "tmux: (x) server", 'S', 12, 85));

        var stat = proc.stat(4711).orElseThrow();

        assertThat(stat).isEqualTo(new ProcessStat(4711, 'S', 12, 9_000, 250 + 50 + 7 + 3, 7 + 3, 85));
        assertThat(stat.isZombie()).isFalse();
    }

    @Test
    void anEmptyFileOfAProcessThatJustEndedIsNothing() throws IOException {
        write("4711/stat", "");

        assertThat(proc.stat(4711)).isEmpty();
        assertThat(proc.stat(4712)).isEmpty();
        assertThat(new ProcFs(root.resolve("nowhere")).stats()).isEmpty();
    }

    @Test
    void memoryIsInBytesAndTheInnermostProcessIdThatOfTheContainer() throws IOException {
        write("4711/status", STATUS);

        var status = proc.status(4711).orElseThrow();

        assertThat(status.residentPeakBytes()).isEqualTo(206_848L * 1024);
        assertThat(status.residentBytes()).isEqualTo(181_300L * 1024);
        assertThat(status.voluntarySwitches()).isEqualTo(57);
        assertThat(status.involuntarySwitches()).isEqualTo(3);
        assertThat(status.innermostPid()).isEqualTo("7");
    }

    @Test
    void aNameThatLooksLikeALineIsNone() throws IOException {
        write("4711/status", STATUS.replace("java", "VmRSS:\t1 kB"));
        write("4712/status", "Name:\tshort\nVmRSS:\t 5 kB");

        assertThat(proc.status(4711).orElseThrow().residentBytes()).isEqualTo(181_300L * 1024);
        assertThat(proc.status(4711).orElseThrow().name()).isEqualTo("VmRSS:\t1 kB");
        assertThat(proc.status(4712).orElseThrow().residentBytes())
                .as("the last line has no end")
                .isEqualTo(5 * 1024);
        assertThat(proc.status(4712).orElseThrow().residentPeakBytes()).isZero();
    }

    @Test
    void aFileLongerThanUsualIsReadToItsEnd() throws IOException {
        write("4711/status", STATUS + "Filler:\t" + "x".repeat(10_000) + "\nVmSwap:\t 8 kB\n");

        assertThat(proc.status(4711).orElseThrow().swappedBytes()).isEqualTo(8 * 1024);
    }

    @Test
    void aLineWithSomethingElseThanNumbersIsNoProcess() throws IOException {
        var line = stat(4711, "java", 'S', 12, 85);

        write("4711/stat", line.replace(" 9000", " 9000x"));
        assertThat(proc.stat(4711)).isEmpty();
        write("4711/stat", line.substring(0, line.indexOf(" 9000")));
        assertThat(proc.stat(4711)).as("cut off").isEmpty();
        write("4711/stat", line.substring(0, line.indexOf(')') + 1));
        assertThat(proc.stat(4711)).as("nothing but a name").isEmpty();
    }

    @Test
    void everyThreadIsListed() throws IOException {
        write("4711/task/4711/status", STATUS);
        write("4711/task/4712/status", STATUS.replace("java", "GC Thread#0"));
        var names = new ArrayList<String>();

        proc.eachThread(4711, (id, thread) -> names.add(id + " " + thread.name()));

        assertThat(names).containsExactlyInAnyOrder("4711 java", "4712 GC Thread#0");
    }

    @Test
    void aFamilyIsAProcessAndAllThatDescendFromIt() throws IOException {
        write("10/stat", stat(10, "sh", 'S', 1, 1));
        write("13/stat", stat(13, "java", 'S', 10, 20));
        write("11/stat", stat(11, "worker", 'S', 13, 3));
        write("99/stat", stat(99, "other", 'S', 1, 1));

        assertThat(new ProcessFamily(proc, 10).members())
                .extracting(ProcessStat::pid)
                .containsExactly(10L, 13L, 11L);
    }

    @Test
    void ofAServiceTheProcessesThatLeftItAreFoundByTheRunTag() throws IOException {
        write("10/stat", stat(10, "sh", 'S', 1, 1));
        write("10/environ", "RALBENCH_SERVICE=a-1\0");
        write("20/stat", stat(20, "daemon", 'S', 1, 1));
        write("20/environ", "HOME=/\0RALBENCH_SERVICE=a-1\0");
        write("21/stat", stat(21, "worker that has no environment", 'S', 20, 1));
        write("30/stat", stat(30, "of another start", 'S', 1, 1));
        write("30/environ", "RALBENCH_SERVICE=a-11\0");
        var family = new ProcessFamily(proc, 10);

        assertThat(family.members()).extracting(ProcessStat::pid).containsExactlyInAnyOrder(10L, 20L, 21L);
        write("30/stat", stat(30, "later", 'S', 1, 1).replace(" 9000 ", " 9001 "));
        write("30/environ", "RALBENCH_SERVICE=a-1\0");
        assertThat(family.members()).extracting(ProcessStat::pid).containsExactlyInAnyOrder(10L, 20L, 21L, 30L);
    }

    @Test
    void ofAServiceWithAGroupTheProcessesOfTheGroupAreFound() throws IOException {
        write("10/stat", stat(10, "sh", 'S', 1, 1));
        write("20/stat", stat(20, "daemon", 'S', 1, 1));
        write("group/cgroup.procs", "10\n20\n");
        var group = new GroupCounter(root.resolve("group"));

        assertThat(new ProcessFamily(proc, 10, Optional.of(group)).members())
                .extracting(ProcessStat::pid)
                .containsExactly(10L, 20L);
    }

    @Test
    void aLaterProcessOfTheSameIdIsNotTheSame() throws IOException {
        write("10/stat", stat(10, "sh", 'S', 1, 1));
        var family = new ProcessFamily(proc, 10);

        write("10/stat", stat(10, "sh", 'S', 1, 1).replace(" 9000 ", " 9001 "));

        assertThat(family.members()).isEmpty();
    }

    private static String stat(long pid, String name, char state, long parent, int threads) {
        return pid + " (" + name + ") " + state + " " + parent
                + " 4711 4711 34816 4711 4194560 30 0 0 0 250 50 7 3 20 0 " + threads
                + " 0 9000 2500000 45325 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0\n";
    }

    /** The kernel tells such a setting in one read or not at all, which no copy of it does. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theMachinesOwnSettingsAreReadAsAWhole() {
        assertThat(ProcFs.ofThisMachine().localPorts())
                .hasValueSatisfying(ports -> assertThat(ports.last()).isGreaterThan(ports.first()));
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
