package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.ResourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where groups are made, and what is written into their files, on file systems laid out as the kernel lays them out. */
class ServiceGroupTest {
    private static final ResourceLimits ALL =
            new ResourceLimits(Optional.of(300), Optional.of(512), Optional.of(64L << 20), Optional.of(1.5));
    private static final List<String> VERSION_1 =
            List.of("9:name=systemd:/", "8:pids:/", "4:memory:/session/7", "2:cpu,cpuacct:/", "0::/");
    private static final List<String> VERSION_2 = List.of("0::/user/app/terminal");

    @TempDir
    private Path mount;

    private final List<Path> announced = new ArrayList<>();

    private Path group(String path, String handedOn) throws IOException {
        var group = Files.createDirectories(mount.resolve(path));
        Files.writeString(group.resolve("cgroup.procs"), "");
        Files.writeString(group.resolve("cgroup.subtree_control"), handedOn);
        return group;
    }

    private void version1() throws IOException {
        group("pids", "");
        group("memory/session/7", "");
        group("cpu,cpuacct", "");
    }

    private ServiceGroup made(List<String> own) {
        return ServiceGroup.make(ALL, "mine", new GroupParents(own, mount), announced::add);
    }

    private String text(String file) throws IOException {
        return Files.readString(mount.resolve(file));
    }

    @Test
    void version1HasAGroupForEachControllerBelowTheOwnOne() throws IOException {
        version1();

        assertThat(made(VERSION_1).directories())
                .containsExactly(
                        mount.resolve("pids/mine"),
                        mount.resolve("memory/session/7/mine"),
                        mount.resolve("cpu,cpuacct/mine"));
        assertThat(announced).as("to the guard").hasSize(3);
        assertThat(text("pids/mine/pids.max")).isEqualTo("300");
        assertThat(text("memory/session/7/mine/memory.limit_in_bytes")).isEqualTo("67108864");
        assertThat(text("cpu,cpuacct/mine/cpu.cfs_period_us")).isEqualTo("100000");
        assertThat(text("cpu,cpuacct/mine/cpu.cfs_quota_us")).isEqualTo("150000");
    }

    @Test
    void withinAContainerTheOwnGroupMayBeTheRoot() throws IOException {
        group("memory", "");
        var memory = new ResourceLimits(Optional.empty(), Optional.empty(), Optional.of(1L << 20), Optional.empty());
        var parents = new GroupParents(List.of("4:memory:/docker/4711"), mount);

        assertThat(ServiceGroup.make(memory, "mine", parents, announced::add).directories())
                .containsExactly(mount.resolve("memory/mine"));
    }

    @Test
    void version2HasOneGroupBelowTheNearestThatHandsControllersOn() throws IOException {
        group("", "cpu memory pids");
        group("user", "cpu memory pids\n");
        group("user/app", "memory pids\n");
        group("user/app/terminal", "");
        var parents = new GroupParents(VERSION_2, mount);

        assertThat(parents.of("pids")).contains(new GroupParents.Parent(mount.resolve("user/app"), true));
        assertThat(parents.of("cpu")).contains(new GroupParents.Parent(mount.resolve("user"), true));
        assertThat(parents.of("io")).isEmpty();
    }

    @Test
    void version2HoldsAllLimitsInOneGroup() throws IOException {
        group("user/app", "cpu memory pids");
        group("user/app/terminal", "");

        assertThat(made(VERSION_2).directories()).containsExactly(mount.resolve("user/app/mine"));
        assertThat(text("user/app/mine/pids.max")).isEqualTo("300");
        assertThat(text("user/app/mine/memory.max")).isEqualTo("67108864");
        assertThat(text("user/app/mine/cpu.max")).isEqualTo("150000 100000");
    }

    @Test
    void aLimitWithoutItsControllerIsNamed() throws IOException {
        group("pids", "");
        group("memory/session/7", "");

        var failure = catchThrowableOfType(Failure.class, () -> made(VERSION_1));

        assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
        assertThat(failure.what()).isEqualTo("cpus cannot be enforced here");
        assertThat(failure.why()).contains("no control group with the controller cpu below " + mount);
    }

    private ServiceGroup counting(ResourceLimits limits, List<String> own) {
        var parents = new GroupParents(own, mount);
        return ServiceGroup.make(limits, "mine", parents, announced::add).counting("mine", parents, announced::add);
    }

    @Test
    void withoutLimitsAGroupOfVersion2CountsBelowTheOwnOne() throws IOException {
        Files.writeString(mount.resolve("cgroup.controllers"), "cpu memory");
        group("", "cpu memory");
        group("user/app/terminal", "");

        var group = counting(ResourceLimits.none(), VERSION_2);

        assertThat(group.directories()).isEmpty();
        assertThat(group.counting()).contains(mount.resolve("user/app/terminal/mine"));
        assertThat(announced).as("to the guard").containsExactly(mount.resolve("user/app/terminal/mine"));
        assertThat(group.remove()).isTrue();
        assertThat(mount.resolve("user/app/terminal/mine")).doesNotExist();
    }

    @Test
    void nextToLimitsOfVersion1AGroupOfVersion2Counts() throws IOException {
        version1();
        group("unified", "");

        assertThat(counting(ALL, VERSION_1).counting()).contains(mount.resolve("unified/mine"));
    }

    @Test
    void aGroupThatHandsTheCpuOnHasNoneThatOnlyCounts() throws IOException {
        Files.writeString(mount.resolve("cgroup.controllers"), "cpu memory");
        group("user/app/terminal", "cpu");

        assertThat(counting(ResourceLimits.none(), VERSION_2).counting()).isEmpty();
    }

    @Test
    void whereALimitHoldsForRalbenchProgramsStayInTheGroupThatHasIt() throws IOException {
        Files.writeString(mount.resolve("cgroup.controllers"), "cpu memory");
        group("user/app/terminal", "");
        Files.writeString(mount.resolve("user/memory.max"), "4294967296\n");

        assertThat(counting(ResourceLimits.none(), VERSION_2).counting()).isEmpty();
        Files.writeString(mount.resolve("user/memory.max"), "max\n");
        Files.writeString(mount.resolve("user/cpu.max"), "max 100000\n");
        assertThat(counting(ResourceLimits.none(), VERSION_2).counting()).isPresent();
    }

    @Test
    void theOnlyHierarchyOfAMachineIsRead() throws IOException {
        Files.createDirectories(mount.resolve("proc/self"));
        Files.writeString(mount.resolve("proc/self/cgroup"), "0::/user/app/terminal\n");

        assertThat(GroupParents.of(new ProcFs(mount.resolve("proc"))).own()).isEqualTo(VERSION_2);
    }

    @Test
    void openFilesNeedNoGroup() {
        var files = new ResourceLimits(Optional.empty(), Optional.of(512), Optional.empty(), Optional.empty());

        assertThat(ServiceGroup.isNeeded(files)).isFalse();
        assertThat(ServiceGroup.isNeeded(ALL)).isTrue();
        assertThat(ServiceGroup.isNeeded(ResourceLimits.none())).isFalse();
    }
}
