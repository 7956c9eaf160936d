package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a ralbench that was killed with its guard, on file systems laid out as the kernel lays them out. */
class OrphansTest {
    private static final String DEAD = "11-500-0";
    private static final String ALIVE = "10-500-0";
    private static final int USER = 1001;

    @TempDir
    private Path root;

    private Orphans orphans;

    @BeforeEach
    void open() throws IOException {
        process(10, "");
        orphans = new Orphans(new ProcFs(root.resolve("proc")), Clock.system(), root.resolve("cgroup"), USER);
    }

    private Path process(long pid, String group) throws IOException {
        var directory = Files.createDirectories(root.resolve("proc/" + pid));
        Files.writeString(directory.resolve("stat"), pid + " (it) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 500 0 0");
        Files.writeString(directory.resolve("cgroup"), "0::/" + group + "\n");
        user(pid, USER);
        return Files.writeString(directory.resolve("environ"), "PATH=/bin\0");
    }

    private void user(long pid, int id) throws IOException {
        Files.writeString(
                root.resolve("proc/" + pid + "/status"), "Name:\tit\nUid:\t%1$d\t%1$d\t%1$d\t%1$d\n".formatted(id));
    }

    private Path group(String path) throws IOException {
        return Files.createDirectories(root.resolve("cgroup").resolve(path));
    }

    @Test
    void groupsOfTheDeadAreRemovedWhereverTheyAre() throws IOException {
        var here = group("ralbench-" + DEAD + "-1");
        var session = group("unified/user.slice/session-3.scope/ralbench-" + DEAD + "-2");
        var alive = group("ralbench-" + ALIVE + "-1");
        var others = List.of(group("ralbench-mine"), group("system.slice"), alive);

        assertThat(orphans.groups()).containsExactlyInAnyOrder(here, session);
        assertThat(orphans.removeGroups()).containsExactlyInAnyOrder(here, session);
        assertThat(here).doesNotExist();
        assertThat(session).doesNotExist();
        assertThat(others).allMatch(Files::exists);
    }

    @Test
    void aGroupWithProcessesStaysAndIsFoundAgain() throws IOException {
        var group = group("ralbench-" + DEAD + "-1");
        Files.createDirectory(group.resolve("of-the-service"));

        assertThat(orphans.removeGroups()).isEmpty();
        assertThat(orphans.groups()).containsExactly(group);
    }

    @Test
    void aProcessThatWroteOverItsMarkIsFoundByItsGroup() throws IOException {
        process(20, "ralbench-" + DEAD + "-1");
        process(21, "ralbench-" + ALIVE + "-1");
        process(22, "system.slice/other.service");
        Files.writeString(process(23, ""), "RALBENCH_SERVICE=" + DEAD + "-2\0");

        assertThat(orphans.find()).containsExactlyInAnyOrder(20L, 23L);
    }

    @Test
    void anotherUsersProcessIsLeftToThatUser() throws IOException {
        process(20, "ralbench-" + DEAD + "-1");
        user(20, 0);

        assertThat(orphans.find()).isEmpty();
        assertThat(new Orphans(new ProcFs(root.resolve("proc")), Clock.system(), root.resolve("cgroup"), 0).find())
                .as("root may end it")
                .containsExactly(20L);
    }

    @Test
    void withoutControlGroupsThereIsNothingToRemove() {
        assertThat(orphans.groups()).isEmpty();
        assertThat(orphans.removeGroups()).isEmpty();
    }
}
