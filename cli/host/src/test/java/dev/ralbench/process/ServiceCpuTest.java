package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process 10 with workers, as the kernel shows them from look to look. */
class ServiceCpuTest {
    @TempDir
    private Path root;

    private ProcFs proc;
    private ProcessFamily family;
    private ServiceCpu cpu;
    private long before;

    @BeforeEach
    void start() throws IOException {
        proc = new ProcFs(root.resolve("proc"));
        alive(10, 1, 100, 0);
        open(Optional.empty());
    }

    private void open(Optional<GroupCounter> group) {
        family = new ProcessFamily(proc, 10, group);
        cpu = new ServiceCpu(proc, family);
        look();
        before = cpu.micros();
    }

    private void look() {
        cpu.look(family.members());
    }

    private double seconds() {
        look();
        return (cpu.micros() - before) / 1e6;
    }

    /** @param children ticks of the children that it has waited for */
    private void alive(long pid, long parent, long own, long children) throws IOException {
        write(
                "proc/" + pid + "/stat",
                pid + " (worker) S " + parent + " 1 1 0 -1 4194560 30 0 0 0 " + own + " 0 " + children + " 0 20 0 1 0 "
                        + (9000 + pid) + " 2500000 45325 0\n");
    }

    private void gone(long pid) throws IOException {
        Files.delete(root.resolve("proc/" + pid + "/stat"));
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void aWorkerThatWasWaitedForCountsOnce() throws IOException {
        alive(11, 10, 50, 0);
        look();

        gone(11);
        alive(10, 1, 110, 60);

        assertThat(seconds()).isEqualTo(0.7);
        assertThat(cpu.unwaited()).isZero();
    }

    @Test
    void workersThatWereNeverSeenAreInTheTimeOfTheirParent() throws IOException {
        alive(10, 1, 110, 300);

        assertThat(seconds()).isEqualTo(3.1);
    }

    @Test
    void aWorkerThatEndsUnwaitedHidesNothingOfTheTimeOfOthers() throws IOException {
        alive(11, 10, 400, 0);
        look();
        before = cpu.micros();

        gone(11);
        alive(10, 1, 340, 0);

        assertThat(seconds()).isEqualTo(2.4);
        assertThat(cpu.unwaited()).isEqualTo(1);
    }

    @Test
    void ofTwoThatEndOnlyTheOneIsTakenBackThatWasWaitedFor() throws IOException {
        alive(11, 10, 400, 0);
        alive(12, 10, 20, 0);
        look();
        before = cpu.micros();

        gone(11);
        gone(12);
        alive(10, 1, 100, 25);

        assertThat(seconds()).isEqualTo(0.05);
        assertThat(cpu.unwaited()).isEqualTo(1);
    }

    @Test
    void theTimeOfAGrandchildComesWithThatOfTheChildThatWaitedForIt() throws IOException {
        alive(11, 10, 30, 0);
        alive(12, 11, 20, 0);
        look();

        gone(11);
        gone(12);
        alive(10, 1, 100, 52);

        assertThat(seconds()).isEqualTo(0.52);
        assertThat(cpu.unwaited()).isZero();
    }

    @Test
    void oneThatLeftItsParentEndsUnwaited() throws IOException {
        write("proc/10/environ", "RALBENCH_SERVICE=a-1\0");
        open(Optional.empty());
        alive(12, 1, 20, 0);
        write("proc/12/environ", "HOME=/\0RALBENCH_SERVICE=a-1\0");
        look();

        gone(12);

        assertThat(seconds()).isEqualTo(0.2);
        assertThat(cpu.unwaited()).isEqualTo(1);
    }

    @Test
    void anIdThatComesBackIsAnotherProcess() throws IOException {
        alive(11, 10, 50, 0);
        look();

        write("proc/11/stat", "11 (worker) S 10 1 1 0 -1 4194560 30 0 0 0 5 0 0 0 20 0 1 0 12000 2500000 45325 0\n");
        alive(10, 1, 100, 50);

        assertThat(seconds()).isEqualTo(0.55);
    }

    @Test
    void theTimeStaysWhatWasLastSeenWhenTheServiceHasEnded() throws IOException {
        alive(10, 1, 150, 0);
        look();

        gone(10);

        assertThat(seconds()).isEqualTo(0.5);
    }

    @Test
    void aGroupOfItsOwnCountsAll() throws IOException {
        write("group/cpu.stat", "usage_usec 5000000\nuser_usec 1\nsystem_usec 1\n");
        open(Optional.of(new GroupCounter(root.resolve("group"))));

        write("group/cpu.stat", "usage_usec 7500000\nuser_usec 1\nsystem_usec 1\n");

        assertThat(seconds()).isEqualTo(2.5);
        Files.delete(root.resolve("group/cpu.stat"));
        assertThat(seconds()).as("when the group is gone").isEqualTo(2.5);
        assertThat(cpu.unwaited()).isZero();
    }
}
