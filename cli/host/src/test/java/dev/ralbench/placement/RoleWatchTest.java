package dev.ralbench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On files as Linux writes them. */
class RoleWatchTest {
    private static final CpuSet OWN = CpuSet.of(0, 2);

    @TempDir
    private Path root;

    private ProcFs proc;

    @BeforeEach
    void oneProcessOfTwoThreads() throws IOException {
        proc = new ProcFs(root);
        process(10, 1, "");
        thread(10, 10, "main", "0,2", 0, 5);
        thread(10, 11, "worker", "0,2", 2, 5);
    }

    private RoleWatch watch() {
        return RoleWatch.ofFamilies(Role.TARGET, OWN, proc, List.of(10L));
    }

    private void process(long pid, long parent, String mark) throws IOException {
        write(pid + "/stat", stat(pid, "sh", parent, 0));
        write(pid + "/environ", mark.isEmpty() ? "A=b\0" : "A=b\0RALBENCH_SERVICE=" + mark + "\0");
    }

    private void thread(long pid, long id, String name, String mayRunOn, int lastOn, int switches) throws IOException {
        write(pid + "/task/" + id + "/stat", stat(id, name, 1, lastOn));
        write(
                pid + "/task/" + id + "/status",
                "Name:\t" + name + "\nState:\tS (sleeping)\nCpus_allowed_list:\t" + mayRunOn
                        + "\nvoluntary_ctxt_switches:\t" + switches + "\nnonvoluntary_ctxt_switches:\t0\n");
    }

    private static String stat(long id, String name, long parent, int cpu) {
        return id + " (" + name + ") S " + parent
                + " 4711 4711 34816 4711 4194560 30 0 0 0 250 50 7 3 20 0 2"
                + " 0 9000 2500000 45325 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 " + cpu
                + " 0 0 0 0 0\n";
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void threadsOnTheirCpusAreCountedAndNoStrays() {
        var watch = watch();
        watch.look();

        assertThat(watch.threads()).isEqualTo(2);
        assertThat(watch.strays()).isEmpty();
    }

    @Test
    void aThreadThatMayLeaveIsOneEvenWhereItHasNot() throws IOException {
        var watch = watch();
        thread(10, 11, "worker", "0-3", 2, 9);
        watch.look();

        assertThat(watch.strays())
                .containsExactly(new MisplacedThread("worker", 11, CpuSet.of(0, 1, 2, 3), OptionalInt.empty()));
    }

    @Test
    void aThreadThatHasLeftIsOneEvenWhereItMayNotAnyMore() throws IOException {
        var watch = watch();
        thread(10, 11, "worker", "0,2", 3, 9);
        watch.look();
        thread(10, 11, "worker", "0,2", 2, 12);
        watch.look();

        assertThat(watch.strays()).containsExactly(new MisplacedThread("worker", 11, OWN, OptionalInt.of(3)));
    }

    /** The kernel moves a sleeping thread when it wakes up, and until then tells where it was before. */
    @Test
    void aThreadThatHasSleptSinceTheWatchBeganHasNotLeft() throws IOException {
        thread(10, 11, "worker", "0,2", 3, 5);
        var watch = watch();
        watch.look();

        assertThat(watch.strays()).isEmpty();
    }

    @Test
    void aThreadMadeSinceThenHasNoPast() throws IOException {
        var watch = watch();
        thread(10, 12, "late", "0,2", 1, 1);
        watch.look();

        assertThat(watch.threads()).isEqualTo(3);
        assertThat(watch.strays()).extracting(MisplacedThread::id).containsExactly(12L);
    }

    @Test
    void childrenAreLookedAtAlsoThoseWhoseParentHasEnded() throws IOException {
        process(10, 1, "7-1-1-1");
        process(20, 10, "7-1-1-1");
        thread(20, 20, "child", "0-3", 0, 1);
        process(30, 1, "7-1-1-1");
        thread(30, 30, "daemon", "1", 1, 1);
        process(40, 1, "7-1-1-2");
        thread(40, 40, "another service", "1", 1, 1);
        var watch = watch();
        watch.look();

        assertThat(watch.strays()).extracting(MisplacedThread::thread).containsExactly("child", "daemon");
    }

    @Test
    void theGeneratorIsLookedAtWithoutWhatItStarts() throws IOException {
        process(20, 10, "");
        thread(20, 20, "target", "1", 1, 1);
        var watch = RoleWatch.ofProcess(Role.GENERATOR, OWN, proc, 10);
        watch.look();

        assertThat(watch.threads()).isEqualTo(2);
        assertThat(watch.strays()).isEmpty();
    }

    @Test
    void whatHasEndedHasNoThreads() {
        var watch = RoleWatch.ofFamilies(Role.TARGET, OWN, proc, List.of(99L));
        watch.look();

        assertThat(watch.threads()).isZero();
    }
}
