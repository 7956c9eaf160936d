package dev.ralbench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On files as Linux writes them. */
class TopologyTest {
    @TempDir
    private Path root;

    private Topology read() {
        return Topology.read(new ProcFs(root.resolve("proc")), 7, root.resolve("cpu"))
                .orElseThrow();
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void threadsOfACoreAreTogether() throws IOException {
        write("proc/7/status", "Name:\tjava\nCpus_allowed_list:\t0-3\n");
        write("cpu/online", "0-3\n");
        for (int cpu = 0; cpu < 4; cpu++) {
            write("cpu/cpu" + cpu + "/topology/thread_siblings_list", (cpu % 2) + "," + (cpu % 2 + 2) + "\n");
        }

        assertThat(read().cores()).containsExactly(CpuSet.of(0, 2), CpuSet.of(1, 3));
    }

    @Test
    void cpusThatMayNotBeUsedAreLeftOutOfTheirCores() throws IOException {
        write("proc/7/status", "Name:\tjava\nCpus_allowed_list:\t1-2\n");
        write("cpu/online", "0-3\n");
        for (int cpu = 0; cpu < 4; cpu++) {
            write("cpu/cpu" + cpu + "/topology/thread_siblings_list", (cpu % 2) + "," + (cpu % 2 + 2) + "\n");
        }

        assertThat(read().usable()).isEqualTo(CpuSet.of(1, 2));
        assertThat(read().online()).isEqualTo(CpuSet.of(0, 1, 2, 3));
        assertThat(read().cores()).containsExactly(CpuSet.of(1), CpuSet.of(2));
    }

    /** Virtual machines may be given more CPUs while they run; the list of what is allowed has those as well. */
    @Test
    void aCpuThatIsNotSwitchedOnIsNotUsable() throws IOException {
        write("proc/7/status", "Name:\tjava\nCpus_allowed_list:\t0-127\n");
        write("cpu/online", "0-3\n");

        assertThat(read().usable()).isEqualTo(CpuSet.of(0, 1, 2, 3));
        assertThat(read().cores()).hasSize(4);
    }

    @Test
    void aListOfAnotherMachineTakesNothingAway() throws IOException {
        write("proc/7/status", "Name:\tjava\nCpus_allowed_list:\t6-7\n");
        write("cpu/online", "0-1\n");

        assertThat(read().usable()).isEqualTo(CpuSet.of(6, 7));
    }

    @Test
    void aCpuOfWhichNothingIsSaidIsACore() throws IOException {
        write("proc/7/status", "Name:\tjava\nCpus_allowed_list:\t0-1\n");

        assertThat(read().cores()).containsExactly(CpuSet.of(0), CpuSet.of(1));
        assertThat(read().online()).isEqualTo(CpuSet.of(0, 1));
    }

    @Test
    void aSystemWithoutProcSaysNothing() {
        assertThat(Topology.read(new ProcFs(root.resolve("nowhere")), 7, root)).isEmpty();
    }
}
